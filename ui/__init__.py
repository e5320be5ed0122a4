"""What all pages share: the frame, the current study, the choices, and the grammar of a page."""

import os

# Before NumPy comes: two threads share the work already, and those of its matrix products would wait in a busy loop.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
