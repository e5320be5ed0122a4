"""The findings of pages whose rows are pieces of recordings: phases in time, stages of a night."""
