/*
 * Runs LoanHost.kt against texts of a check: each line of the input is a JSON string, the text that a page sends, or `null`, the
 * back button. Each line of the output says what the host did, sent and rejected.
 */
fun main() {
  val actions = ArrayList<Any?>()
  val sent = ArrayList<Any?>()
  val reasons = ArrayList<Any?>()
  val handled = ArrayList<Any?>()
  val host = LoanHost(
    appVersion = "1",
    supported = LoanHost.CONTRACT.keys,
    handle = { action, payload, done ->
      actions.add(listOf(action, payload))
      done(Outcome.DONE)
    },
    later = { _, _ -> },
    onRejected = { _, reason -> reasons.add(reason.wire) }
  )
  while (true) {
    val line = readLine() ?: return
    val text = Json.read(line) as String?
    if (text == null) host.back({ sent.add(it) }, { handled.add(it) }) else host.receive(text) { sent.add(it) }
    println(Json.write(mapOf("actions" to actions, "sent" to sent, "reasons" to reasons, "handled" to handled)))
    for (list in listOf(actions, sent, reasons, handled)) list.clear()
  }
}
