"""Expensive requests and their effect on others: the event loop's longest pause, another visitor's longest wait.

A server runs in its own process. A task of its loop wakes every few milliseconds and records its delay. One visitor
sends an expensive request, several times at once; another begins plain games on 9x9 all the time, from another address.
Everything stays on loopback (Linux, which has 127.0.0.2). Run it as
``python -m benchmarks.stalls [--where] [NAME ...]``.
"""
