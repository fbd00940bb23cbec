@_exported import RefreshClient
