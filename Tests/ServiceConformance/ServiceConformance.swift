// The suite that every service passes.
