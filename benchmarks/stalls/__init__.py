"""Costly requests, and their cost for everybody else: the event loop's longest pause, another visitor's longest wait.

A server runs in a process of its own. A task of its loop wakes every few milliseconds and notes how late it was. One
visitor sends a costly request, several times at once; another begins plain games on 9x9 all the while, from another
address. Everything stays on loopback (Linux, which has 127.0.0.2). Run it as
``python -m benchmarks.stalls [--where] [NAME ...]``.
"""
