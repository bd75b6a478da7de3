"""Ctrl-C reaches the commands under test, also where a shell runs the tests in the background.

There a process ignores the signal, and so does every process it starts.
"""

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
