"""The house on three Postgres that watch each other, while a leader, a standby and the keeper of the lock are lost.

``make drill`` brings the tools: Patroni and etcd are the drill's alone.
"""
