import RefreshStore

print("store-writer")
