"""How sure a number is: analytic intervals, and those drawn from cases or patients."""
