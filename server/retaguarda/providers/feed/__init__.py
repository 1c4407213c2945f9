"""Where events go when others want them: a stream of NATS JetStream, or files."""
