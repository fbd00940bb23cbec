import RefreshServer

print("refreshd \(Version.text)")
