print("rakkan")
