// The host side of the bridge between Hiram's web app and a native app, in one file without dependencies. Copy it into your app.
// Licence: Apache-2.0. The README of @hiram/bridge describes the messages and how a web view calls `receive`.
//
// Call all methods on the main thread.
import Foundation

/// Why a text is rejected. A rejected text has no other effect.
public enum Rejection: String {
  case malformed
  case wrongVersion = "wrong_version"
  case unknownAction = "unknown_action"
  case unknownId = "unknown_id"
  case invalidPayload = "invalid_payload"
  case invalidResponse = "invalid_response"
}

/// How an action ended. `denied`: the person declined, and the page does not do the action itself.
public enum Outcome {
  case done, denied, failed
}

public final class LoanHost {
  /// Starts an action and calls `done` once, as soon as the action has started.
  public typealias Handle = (_ action: String, _ payload: [String: JsonValue], _ done: @escaping (Outcome) -> Void) -> Void

  private let appVersion: String
  private let supported: Set<String>
  private let handle: Handle
  private let later: (_ milliseconds: Int, _ run: @escaping () -> Void) -> Void
  private let onRejected: (_ text: String, _ reason: Rejection) -> Void
  private let platform: String
  private var pendingBacks: [String: (Bool) -> Void] = [:]
  /// A random start, so that an answer to an earlier host of the same page matches no event.
  private var count = Int.random(in: 0..<1_000_000_000)

  /// `appVersion`: at most 50 characters. `supported`: the actions that this version of the app performs; the page does the others
  /// itself. `later` runs something after some milliseconds on the main thread:
  /// `{ DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds($0), execute: $1) }`.
  public init(
    appVersion: String,
    supported: Set<String>,
    handle: @escaping Handle,
    later: @escaping (_ milliseconds: Int, _ run: @escaping () -> Void) -> Void,
    onRejected: @escaping (_ text: String, _ reason: Rejection) -> Void = { _, _ in },
    platform: String = "ios"
  ) {
    self.appVersion = appVersion
    self.supported = supported
    self.handle = handle
    self.later = later
    self.onRejected = onRejected
    self.platform = platform
  }

  /// Receives one text. The caller has checked that it comes from the main frame of Hiram's origin. `reply` sends a text back.
  public func receive(_ text: String, _ reply: @escaping (String) -> Void) {
    guard text.utf16.count <= Self.maxLength, case .object(let raw)? = Json.read(text) else {
      return onRejected(text, .malformed)
    }
    let id = raw["id"]?.text.flatMap { isWhole($0, Self.idPattern) ? $0 : nil }
    func reject(_ reason: Rejection, _ error: String = "invalid_payload") {
      onRejected(text, reason)
      if let id { reply(Self.failure(id, error)) }
    }
    guard raw["v"] == .number(1) else { return reject(.wrongVersion, "unsupported") }
    if raw["ok"] != nil {
      if let reason = handleAnswer(raw, id) { onRejected(text, reason) }
      return
    }
    guard let id, let action = raw["action"]?.text, case .object(let payload)? = raw["payload"],
      Set(raw.keys) == ["v", "id", "action", "payload"]
    else { return reject(.malformed) }
    if action == "hello" { return payload.isEmpty ? reply(hello(id)) : reject(.invalidPayload) }
    guard let fields = Self.contract[action] else { return reject(.unknownAction, "unsupported") }
    guard Self.isValid(payload, fields) else { return reject(.invalidPayload) }
    guard supported.contains(action) else { return reply(Self.failure(id, "unsupported")) }
    var isAnswered = false
    handle(action, payload) { outcome in
      if isAnswered { return }
      isAnswered = true
      switch outcome {
      case .done: reply(Self.success(id, [:]))
      case .denied: reply(Self.failure(id, "denied"))
      case .failed: reply(Self.failure(id, "host_error"))
      }
    }
  }

  /// Tells the page that this side now listens, if it began after the page did.
  public func ready(_ send: (String) -> Void) {
    send(Json.write(.object(["v": .number(1), "event": .text("ready")])))
  }

  /// Tells the page that the borrower has a new message: your app got a push message of Hiram's. The page asks the server what it says.
  public func message(_ send: (String) -> Void) {
    send(Json.write(.object(["v": .number(1), "event": .text("message")])))
  }

  /// Sends the back button's event. `handled` is called once: with false after a second without an answer; then go back yourself.
  public func back(_ send: (String) -> Void, _ handled: @escaping (Bool) -> Void) {
    count += 1
    let id = "host-\(count)"
    pendingBacks[id] = handled
    later(1_000) { [weak self] in self?.pendingBacks.removeValue(forKey: id)?(false) }
    send(Json.write(.object(["v": .number(1), "event": .text("back"), "id": .text(id)])))
  }

  /// Accepts the page's answer to `back`. Returns why it is rejected.
  private func handleAnswer(_ raw: [String: JsonValue], _ id: String?) -> Rejection? {
    let keys = Set(raw.keys)
    var data: [String: JsonValue]?
    if case .object(let object)? = raw["data"] { data = object }
    let isWell =
      raw["ok"] == .flag(true)
      && (keys == ["v", "id", "ok"] || (keys == ["v", "id", "ok", "data"] && data != nil))
    let isFailed =
      raw["ok"] == .flag(false) && keys == ["v", "id", "ok", "error"]
      && Self.hostErrors.contains(raw["error"]?.text ?? "")
    guard let id, isWell || isFailed else { return .malformed }
    guard let handled = pendingBacks.removeValue(forKey: id) else { return .unknownId }
    if isWell, let data, data.count == 1, case .flag(let said)? = data["handled"] {
      handled(said)
      return nil
    }
    handled(false)
    return .invalidResponse
  }

  private func hello(_ id: String) -> String {
    let actions = Self.actions.filter { supported.contains($0) }
    return Self.success(
      id,
      [
        "protocol": .number(1), "platform": .text(platform), "appVersion": .text(appVersion),
        "actions": .list(actions.map { .text($0) }),
      ])
  }

  private static func success(_ id: String, _ data: [String: JsonValue]) -> String {
    Json.write(.object(["v": .number(1), "id": .text(id), "ok": .flag(true), "data": .object(data)]))
  }

  private static func failure(_ id: String, _ error: String) -> String {
    Json.write(.object(["v": .number(1), "id": .text(id), "ok": .flag(false), "error": .text(error)]))
  }

  // The contract of version 1.

  struct Field {
    let name: String
    let isRequired: Bool
    let accepts: (JsonValue) -> Bool
  }

  /// Every action, in the order of the greeting.
  public static let actions = [
    "openPage", "closeWebView", "goToPage", "goHome", "goMine", "forceLogin", "callPhone", "rateApp", "confirmEvent",
    "startBankFlow", "endBankFlow",
  ]

  static let contract: [String: [Field]] = [
    "openPage": [
      Field(name: "url", isRequired: true, accepts: isAddress),
      Field(name: "title", isRequired: false, accepts: text(200)),
    ],
    "closeWebView": [],
    "goToPage": [
      Field(name: "page", isRequired: true, accepts: text(100)),
      Field(name: "param", isRequired: false) { isNamed($0, isLongText) },
    ],
    "goHome": [],
    "goMine": [],
    "forceLogin": [Field(name: "reason", isRequired: false, accepts: text(200))],
    "callPhone": [Field(name: "phone", isRequired: true) { isWhole($0.text ?? "", "\\+?[0-9]{3,15}") }],
    "rateApp": [],
    "confirmEvent": [
      Field(name: "event", isRequired: true, accepts: text(100)),
      Field(name: "properties", isRequired: false) { isNamed($0, isProperty) },
    ],
    "startBankFlow": [
      Field(name: "productId", isRequired: true, accepts: text(64)),
      Field(name: "orderId", isRequired: false, accepts: text(64)),
    ],
    "endBankFlow": [Field(name: "result", isRequired: true) { $0 == .text("saved") || $0 == .text("cancelled") }],
  ]

  private static let maxLength = 65_536
  private static let idPattern = "[a-z0-9]{4,32}-[0-9]{1,15}"
  private static let hostErrors: Set<String> = ["unsupported", "denied", "host_error", "invalid_payload"]
  private static let addressPattern = "[a-zA-Z][a-zA-Z0-9+.-]*:[!-~]+"
  /// Schemes that run code, read the device or start other apps' activities are never pages.
  private static let blockedSchemes: Set<String> = [
    "javascript", "data", "vbscript", "file", "blob", "filesystem", "content", "intent", "about", "view-source",
  ]

  private static func text(_ maxLength: Int) -> (JsonValue) -> Bool {
    { value in value.text.map { (1...maxLength).contains($0.utf16.count) } ?? false }
  }

  private static func isLongText(_ value: JsonValue) -> Bool {
    value.text.map { $0.utf16.count <= 2_000 } ?? false
  }

  private static func isProperty(_ value: JsonValue) -> Bool {
    switch value {
    case .number, .flag: return true
    default: return isLongText(value)
    }
  }

  private static func isAddress(_ value: JsonValue) -> Bool {
    guard let url = value.text, url.utf16.count <= 2_000, isWhole(url, addressPattern) else { return false }
    return !blockedSchemes.contains(String(url.prefix { $0 != ":" }).lowercased())
  }

  private static func isNamed(_ value: JsonValue, _ accepts: (JsonValue) -> Bool) -> Bool {
    guard case .object(let fields) = value else { return false }
    return fields.allSatisfy { (1...100).contains($0.key.utf16.count) && accepts($0.value) }
  }

  private static func isValid(_ payload: [String: JsonValue], _ fields: [Field]) -> Bool {
    payload.keys.allSatisfy { name in fields.contains { $0.name == name } }
      && fields.allSatisfy { field in payload[field.name].map(field.accepts) ?? !field.isRequired }
  }
}

/// Whether the pattern matches the whole text.
private func isWhole(_ text: String, _ pattern: String) -> Bool {
  text.range(of: "\\A(?:\(pattern))\\z", options: .regularExpression) != nil
}

public enum JsonValue: Equatable {
  case null
  case flag(Bool)
  case number(Double)
  case text(String)
  case list([JsonValue])
  case object([String: JsonValue])

  public var text: String? {
    if case .text(let text) = self { return text }
    return nil
  }
}

/// Strict JSON. `JSONSerialization` does not keep flags and numbers apart on every system.
public enum Json {
  private struct Invalid: Error {}

  /// Names that every JavaScript object inherits are no fields of the contract.
  private static let inherited: Set<String> = [
    "constructor", "__defineGetter__", "__defineSetter__", "hasOwnProperty", "__lookupGetter__", "__lookupSetter__",
    "isPrototypeOf", "propertyIsEnumerable", "toString", "valueOf", "__proto__", "toLocaleString",
  ]
  private static let maxDepth = 100

  /// Nil if the text is not JSON, or has an inherited name.
  public static func read(_ text: String) -> JsonValue? {
    var reader = Reader(units: Array(text.utf16))
    guard let value = try? reader.value(0), reader.isAtEnd() else { return nil }
    return value
  }

  private struct Reader {
    let units: [UInt16]
    var at = 0

    mutating func isAtEnd() -> Bool {
      blanks()
      return at == units.count
    }

    mutating func value(_ depth: Int) throws -> JsonValue {
      if depth > maxDepth { throw Invalid() }
      blanks()
      switch at < units.count ? units[at] : 0 {
      case unit("{"): return .object(try object(depth))
      case unit("["): return .list(try list(depth))
      case unit("\""): return .text(try string())
      case unit("t"): return try word("true", .flag(true))
      case unit("f"): return try word("false", .flag(false))
      case unit("n"): return try word("null", .null)
      default: return .number(try number())
      }
    }

    private func unit(_ sign: Unicode.Scalar) -> UInt16 { UInt16(sign.value) }

    private mutating func blanks() {
      while at < units.count, [0x20, 0x09, 0x0A, 0x0D].contains(units[at]) { at += 1 }
    }

    private mutating func take(_ sign: Unicode.Scalar) -> Bool {
      blanks()
      guard at < units.count, units[at] == unit(sign) else { return false }
      at += 1
      return true
    }

    private mutating func need(_ sign: Unicode.Scalar) throws {
      if !take(sign) { throw Invalid() }
    }

    private mutating func word(_ word: String, _ value: JsonValue) throws -> JsonValue {
      let expected = Array(word.utf16)
      guard units[at...].starts(with: expected) else { throw Invalid() }
      at += expected.count
      return value
    }

    private mutating func number() throws -> Double {
      let signs = Set("+-.0123456789eE".utf16)
      let found = String(decoding: units[at...].prefix { signs.contains($0) }, as: UTF16.self)
      guard isWhole(found, "-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"), let value = Double(found)
      else { throw Invalid() }
      at += found.utf16.count
      return value
    }

    private mutating func object(_ depth: Int) throws -> [String: JsonValue] {
      try need("{")
      var fields: [String: JsonValue] = [:]
      if take("}") { return fields }
      repeat {
        blanks()
        let name = try string()
        if inherited.contains(name) { throw Invalid() }
        try need(":")
        fields[name] = try value(depth + 1)
      } while take(",")
      try need("}")
      return fields
    }

    private mutating func list(_ depth: Int) throws -> [JsonValue] {
      try need("[")
      var items: [JsonValue] = []
      if take("]") { return items }
      repeat { items.append(try value(depth + 1)) } while take(",")
      try need("]")
      return items
    }

    private mutating func next() throws -> UInt16 {
      guard at < units.count else { throw Invalid() }
      at += 1
      return units[at - 1]
    }

    private mutating func string() throws -> String {
      guard try next() == unit("\"") else { throw Invalid() }
      var out: [UInt16] = []
      while true {
        let sign = try next()
        if sign == unit("\"") { return String(decoding: out, as: UTF16.self) }
        if sign < 0x20 { throw Invalid() }
        out.append(sign == unit("\\") ? try escaped() : sign)
      }
    }

    private mutating func escaped() throws -> UInt16 {
      let sign = try next()
      switch sign {
      case unit("\""), unit("\\"), unit("/"): return sign
      case unit("b"): return 0x08
      case unit("f"): return 0x0C
      case unit("n"): return 0x0A
      case unit("r"): return 0x0D
      case unit("t"): return 0x09
      case unit("u"):
        let digits = String(decoding: units[at...].prefix(4), as: UTF16.self)
        guard isWhole(digits, "[0-9a-fA-F]{4}"), let code = UInt16(digits, radix: 16) else { throw Invalid() }
        at += 4
        return code
      default: throw Invalid()
      }
    }
  }

  public static func write(_ value: JsonValue) -> String {
    switch value {
    case .null: return "null"
    case .flag(let flag): return flag ? "true" : "false"
    case .number(let number):
      return number == number.rounded() && abs(number) < 1e15 ? String(Int(number)) : String(number)
    case .text(let text): return quote(text)
    case .list(let items): return "[" + items.map(write).joined(separator: ",") + "]"
    case .object(let fields):
      let sorted = fields.sorted { $0.key < $1.key }
      return "{" + sorted.map { quote($0.key) + ":" + write($0.value) }.joined(separator: ",") + "}"
    }
  }

  private static func quote(_ text: String) -> String {
    var out = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": out += "\\" + String(scalar)
      case _ where scalar.value < 0x20 || scalar == "\u{2028}" || scalar == "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        out += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out + "\""
  }
}
