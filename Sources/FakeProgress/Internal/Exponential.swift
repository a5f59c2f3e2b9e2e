/// e to the power of `exponent`, without a C library: this module imports nothing.
///
/// Halved until the series is short, then squared as often: right to 12 digits for exponents in -50...0.
func exponential(_ exponent: Double) -> Double {
    let halvings = 10
    let small = exponent / 1_024
    var (term, sum) = (1.0, 1.0)
    for order in 1...8 {
        term *= small / Double(order)
        sum += term
    }
    for _ in 0..<halvings { sum *= sum }
    return sum
}
