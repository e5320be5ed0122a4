"""An evaluation outside the browser: a summary to read, a JSON document, metric logs, a report that stands alone."""

import os

# Before NumPy comes: two threads share the work already, and those of its matrix products would wait in a busy loop.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
