"""What a session keeps: the study, the choices, what the browser says."""
