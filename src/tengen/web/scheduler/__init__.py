"""Scheduling of work: fair queues, payers, limits, threads and the helper process."""
