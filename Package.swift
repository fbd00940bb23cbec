// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func library(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

// Fuzzing needs every module built with instruments of its own, so its program is there for scripts/fuzz only. What it
// checks is also checked by a test.
let fuzzing: Target =
  Context.environment["REFRESH_FUZZ"] == nil
  ? .testTarget(
    name: "FuzzTests", dependencies: ["RefreshWire", "RefreshSockets", "RefreshSources"],
    exclude: ["Fuzzer", "corpus", "dictionaries"], swiftSettings: strict)
  : .executableTarget(
    name: "fuzz", dependencies: ["RefreshWire", "RefreshSockets", "RefreshSources"], path: "Tests/FuzzTests",
    exclude: ["CorpusTests.swift", "corpus", "dictionaries"], swiftSettings: strict,
    linkerSettings: [.unsafeFlags(["-use-ld=lld"])])

let package = Package(
  name: "refreshd",
  // For the client library; the server itself runs on Linux.
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "RefreshEngine", targets: ["RefreshEngine"]),
    .library(name: "RefreshWire", targets: ["RefreshWire"]),
    .library(name: "RefreshClient", targets: ["RefreshClient"]),
    .library(name: "RefreshClientSockets", targets: ["RefreshClientSockets"]),
    .executable(name: "refreshd", targets: ["refreshd"]),
    .executable(name: "refresh-bench", targets: ["refresh-bench"]),
  ],
  targets: [
    .systemLibrary(name: "CAllocator"),
    .systemLibrary(name: "CLibUV"),
    .systemLibrary(name: "CLibWebSockets"),
    .systemLibrary(name: "CSQLite"),
    .systemLibrary(name: "CCrypto"),
    .systemLibrary(name: "CTLS"),
    .systemLibrary(name: "CZlib"),
    .systemLibrary(name: "CCurl"),
    .systemLibrary(name: "CLibXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev", "pkgconf"])]),
    library("RefreshEngine", []),
    library("RefreshFiles", []),
    library("RefreshWire", ["RefreshEngine"]),
    library("RefreshStore", ["CSQLite", "CCrypto"]),
    library("RefreshLoop", ["CLibUV"]),
    library("RefreshSockets", ["RefreshFiles", "RefreshLoop", "CLibWebSockets", "CLibUV", "CTLS", "CZlib"]),
    library("RefreshSources", ["RefreshLoop", "RefreshWire", "CCurl", "CLibXML2", "CSQLite", "CZlib"]),
    library(
      "RefreshServer",
      [
        "RefreshEngine", "RefreshFiles", "RefreshWire", "RefreshStore", "RefreshLoop", "RefreshSockets",
        "RefreshSources", "CAllocator", "CCrypto",
      ]),
    library("RefreshClient", ["RefreshWire"]),
    library("RefreshClientSockets", ["RefreshClient", "RefreshSockets", "RefreshLoop"]),
    library(
      "RefreshCommands",
      [
        "RefreshClient", "RefreshClientSockets", "RefreshFiles", "RefreshWire", "RefreshEngine", "CCurl",
        "CCrypto",
      ]),
    .executableTarget(
      name: "refreshd", dependencies: ["RefreshServer", "RefreshCommands"], swiftSettings: strict),
    .executableTarget(name: "refresh-bench", dependencies: ["CLibUV", "CSQLite"], swiftSettings: strict),
    tests("ArchitectureTests", []),
    tests("RefreshEngineTests", ["RefreshEngine"]),
    tests("RefreshWireTests", ["RefreshWire", "RefreshEngine"]),
    tests("RefreshStoreTests", ["RefreshStore", "CSQLite", "CFaults", "store-writer", "TestSupport"]),
    .target(
      name: "CFaults", path: "Tests/faults", linkerSettings: [.linkedLibrary("sqlite3")]),
    .executableTarget(
      name: "store-writer", dependencies: ["RefreshStore"], path: "Tests/store-writer", swiftSettings: strict),
    .executableTarget(
      name: "soak", dependencies: ["RefreshClient", "RefreshClientSockets", "TestSupport"],
      path: "Tests/soak",
      swiftSettings: strict),
    tests("RefreshBenchTests", ["refresh-bench", "RefreshWire"]),
    tests("RefreshClientTests", ["RefreshClient", "RefreshWire", "RefreshEngine"]),
    tests(
      "RefreshServerTests",
      [
        "RefreshServer", "RefreshClientSockets", "CSQLite", "CZlib", "TLSClient", "TestOrigin", "TestSupport",
      ]),
    tests(
      "RefreshCommandsTests",
      ["refreshd", "RefreshCommands", "RefreshServer", "RefreshClientSockets", "TLSClient", "TestSupport"]),
    tests(
      "RefreshClientSocketsTests",
      ["RefreshClientSockets", "RefreshSockets", "RefreshLoop", "TestSupport"]),
    tests("RefreshLoopTests", ["RefreshLoop", "CAllocations"]),
    tests(
      "RefreshSourcesTests",
      ["RefreshSources", "RefreshLoop", "CSQLite", "TestOrigin", "TLSClient", "TestSupport"]),
    tests(
      "RefreshSocketsTests",
      ["RefreshSockets", "RefreshLoop", "CZlib", "CAllocations", "TLSClient", "TestSupport", "echo"]),
    .executableTarget(
      name: "echo", dependencies: ["RefreshSockets", "RefreshLoop"], path: "Tests/echo", swiftSettings: strict
    ),
    .executableTarget(
      name: "watch", dependencies: ["RefreshClientSockets"], path: "Tests/recipes/watch",
      swiftSettings: strict),
    .target(name: "CAllocations", path: "Tests/allocations"),
    fuzzing,
    .target(name: "TestSupport", path: "Tests/support", swiftSettings: strict),
    .target(
      name: "TLSClient", dependencies: ["CTLS", "CCertificates", "TestSupport"], path: "Tests/tls-client",
      swiftSettings: strict),
    .target(
      name: "TestOrigin", dependencies: ["TLSClient", "CTLS", "CZlib"], path: "Tests/origin",
      swiftSettings: strict),
    .target(
      name: "CCertificates", path: "Tests/certificates", linkerSettings: [.linkedLibrary("crypto")]),
  ],
  swiftLanguageModes: [.v6]
)
