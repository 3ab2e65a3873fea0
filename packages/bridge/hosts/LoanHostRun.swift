// Runs LoanHost.swift against texts of a check: each line of the input is a JSON string, the text that a page sends, or `null`, the
// back button. Each line of the output says what the host did, sent and rejected.
import Foundation

@main
struct LoanHostRun {
  static func main() {
    var actions: [JsonValue] = []
    var sent: [JsonValue] = []
    var reasons: [JsonValue] = []
    var handled: [JsonValue] = []
    let host = LoanHost(
      appVersion: "1",
      supported: Set(LoanHost.actions),
      handle: { action, payload, done in
        actions.append(.list([.text(action), .object(payload)]))
        done(.done)
      },
      later: { _, _ in },
      onRejected: { _, reason in reasons.append(.text(reason.rawValue)) }
    )
    while let input = readLine() {
      if case .text(let text)? = Json.read(input) {
        host.receive(text) { sent.append(.text($0)) }
      } else {
        host.back({ sent.append(.text($0)) }, { handled.append(.flag($0)) })
      }
      let line = Json.write(
        .object([
          "actions": .list(actions), "sent": .list(sent), "reasons": .list(reasons), "handled": .list(handled),
        ]))
      // `print` would keep the line in a buffer.
      FileHandle.standardOutput.write(Data((line + "\n").utf8))
      (actions, sent, reasons, handled) = ([], [], [], [])
    }
  }
}
