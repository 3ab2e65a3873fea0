/*
 * The host side of the bridge between Hiram's web app and a native app, in one file without dependencies. Copy it into your app.
 * Licence: Apache-2.0. The README of @hiram/bridge describes the messages and how a web view calls `receive`.
 *
 * Call all methods on the main thread.
 */

/** Why a text is rejected. A rejected text has no other effect. */
enum class Rejection(val wire: String) {
  MALFORMED("malformed"),
  WRONG_VERSION("wrong_version"),
  UNKNOWN_ACTION("unknown_action"),
  UNKNOWN_ID("unknown_id"),
  INVALID_PAYLOAD("invalid_payload"),
  INVALID_RESPONSE("invalid_response")
}

/** How an action ended. DENIED: the person declined, and the page does not do the action itself. */
enum class Outcome { DONE, DENIED, FAILED }

/**
 * `appVersion`: at most 50 characters. `supported`: the actions that this version of the app performs; the page does the others
 * itself. `handle` starts an action and calls `done` once, as soon as the action has started. `later` runs something after some
 * milliseconds on the main thread: `{ ms, run -> Handler(Looper.getMainLooper()).postDelayed(run, ms) }`.
 */
class LoanHost(
  private val appVersion: String,
  private val supported: Set<String>,
  private val handle: (action: String, payload: Map<String, Any?>, done: (Outcome) -> Unit) -> Unit,
  private val later: (milliseconds: Long, run: () -> Unit) -> Unit,
  private val onRejected: (text: String, reason: Rejection) -> Unit = { _, _ -> },
  private val platform: String = "android"
) {
  private val pendingBacks = HashMap<String, (Boolean) -> Unit>()

  /** A random start, so that an answer to an earlier host of the same page matches no event. */
  private var count = (Math.random() * 1e9).toLong()

  /** Receives one text. The caller has checked that it comes from the main frame of Hiram's origin. `reply` sends a text back. */
  fun receive(text: String, reply: (String) -> Unit) {
    val raw = readObject(text) ?: return onRejected(text, Rejection.MALFORMED)
    val id = (raw["id"] as? String)?.takeIf { ID.matches(it) }
    fun reject(reason: Rejection, error: String = "invalid_payload") {
      onRejected(text, reason)
      if (id != null) reply(failure(id, error))
    }
    if (raw["v"] != 1.0) return reject(Rejection.WRONG_VERSION, "unsupported")
    if ("ok" in raw) {
      handleAnswer(raw, id)?.let { onRejected(text, it) }
      return
    }
    val action = raw["action"] as? String
    val payload = objectOf(raw["payload"])
    if (id == null || action == null || payload == null || raw.keys != MESSAGE) return reject(Rejection.MALFORMED)
    if (action == "hello") return if (payload.isEmpty()) reply(hello(id)) else reject(Rejection.INVALID_PAYLOAD)
    val fields = CONTRACT[action] ?: return reject(Rejection.UNKNOWN_ACTION, "unsupported")
    if (!isValid(payload, fields)) return reject(Rejection.INVALID_PAYLOAD)
    if (action !in supported) return reply(failure(id, "unsupported"))
    perform(id, action, payload, reply)
  }

  private fun perform(id: String, action: String, payload: Map<String, Any?>, reply: (String) -> Unit) {
    var isAnswered = false
    fun answer(outcome: Outcome) {
      if (isAnswered) return
      isAnswered = true
      reply(
        when (outcome) {
          Outcome.DONE -> Json.write(mapOf("v" to 1, "id" to id, "ok" to true, "data" to emptyMap<String, Any?>()))
          Outcome.DENIED -> failure(id, "denied")
          Outcome.FAILED -> failure(id, "host_error")
        }
      )
    }
    try {
      handle(action, payload, ::answer)
    } catch (error: Exception) {
      answer(Outcome.FAILED)
    }
  }

  /** Tells the page that this side now listens, if it began after the page did. */
  fun ready(send: (String) -> Unit) = send(Json.write(mapOf("v" to 1, "event" to "ready")))

  /** Tells the page that the borrower has a new message: your app got a push message of Hiram's. The page asks the server what it says. */
  fun message(send: (String) -> Unit) = send(Json.write(mapOf("v" to 1, "event" to "message")))

  /** Sends the back button's event. `handled` is called once: with false after a second without an answer; then go back yourself. */
  fun back(send: (String) -> Unit, handled: (Boolean) -> Unit) {
    count += 1
    val id = "host-$count"
    pendingBacks[id] = handled
    later(1_000) { pendingBacks.remove(id)?.invoke(false) }
    send(Json.write(mapOf("v" to 1, "event" to "back", "id" to id)))
  }

  /** Accepts the page's answer to `back`. Returns why it is rejected. */
  private fun handleAnswer(raw: Map<String, Any?>, id: String?): Rejection? {
    val data = objectOf(raw["data"])
    val isWell = raw["ok"] == true && (raw.keys == DONE || raw.keys == DONE_WITHOUT_DATA) && ("data" !in raw || data != null)
    val isFailed = raw["ok"] == false && raw.keys == NOT_DONE && raw["error"] in HOST_ERRORS
    if (id == null || !(isWell || isFailed)) return Rejection.MALFORMED
    val handled = pendingBacks.remove(id) ?: return Rejection.UNKNOWN_ID
    val said = if (isWell && data?.keys == setOf("handled")) data["handled"] as? Boolean else null
    handled(said ?: false)
    return if (said == null) Rejection.INVALID_RESPONSE else null
  }

  private fun hello(id: String): String {
    val data = mapOf(
      "protocol" to 1, "platform" to platform, "appVersion" to appVersion,
      "actions" to CONTRACT.keys.filter { it in supported }
    )
    return Json.write(mapOf("v" to 1, "id" to id, "ok" to true, "data" to data))
  }

  private fun failure(id: String, error: String) = Json.write(mapOf("v" to 1, "id" to id, "ok" to false, "error" to error))

  companion object {
    /** Every action of version 1 with its fields. */
    val CONTRACT: Map<String, List<Field>> = linkedMapOf(
      "openPage" to listOf(Field("url", true, ::isAddress), Field("title", false, text(200))),
      "closeWebView" to listOf(),
      "goToPage" to listOf(Field("page", true, text(100)), Field("param", false) { isNamed(it, ::isLongText) }),
      "goHome" to listOf(),
      "goMine" to listOf(),
      "forceLogin" to listOf(Field("reason", false, text(200))),
      "callPhone" to listOf(Field("phone", true) { it is String && PHONE.matches(it) }),
      "rateApp" to listOf(),
      "confirmEvent" to listOf(
        Field("event", true, text(100)),
        Field("properties", false) { isNamed(it) { value -> isLongText(value) || value is Double || value is Boolean } }
      ),
      "startBankFlow" to listOf(Field("productId", true, text(64)), Field("orderId", false, text(64))),
      "endBankFlow" to listOf(Field("result", true) { it == "saved" || it == "cancelled" })
    )

    class Field(val name: String, val isRequired: Boolean, val accepts: (Any?) -> Boolean)

    private const val MAX_LENGTH = 65_536
    private val ID = Regex("[a-z0-9]{4,32}-[0-9]{1,15}")
    private val PHONE = Regex("\\+?[0-9]{3,15}")
    private val ADDRESS = Regex("[a-zA-Z][a-zA-Z0-9+.-]*:[!-~]+")
    /** Schemes that run code, read the device or start other apps' activities are never pages. */
    private val BLOCKED =
      Regex("(?:javascript|data|vbscript|file|blob|filesystem|content|intent|about|view-source):.*", RegexOption.IGNORE_CASE)
    private val MESSAGE = setOf("v", "id", "action", "payload")
    private val DONE = setOf("v", "id", "ok", "data")
    private val DONE_WITHOUT_DATA = setOf("v", "id", "ok")
    private val NOT_DONE = setOf("v", "id", "ok", "error")
    private val HOST_ERRORS = setOf("unsupported", "denied", "host_error", "invalid_payload")

    private fun text(maxLength: Int): (Any?) -> Boolean = { it is String && it.length in 1..maxLength }
    private fun isLongText(value: Any?) = value is String && value.length <= 2_000
    private fun isAddress(value: Any?) =
      value is String && value.length in 1..2_000 && ADDRESS.matches(value) && !BLOCKED.matches(value)
    private fun isNamed(value: Any?, accepts: (Any?) -> Boolean) =
      objectOf(value)?.all { (name, item) -> name.length in 1..100 && accepts(item) } ?: false
    private fun isValid(payload: Map<String, Any?>, fields: List<Field>) =
      payload.keys.all { name -> fields.any { it.name == name } } &&
        fields.all { if (it.name in payload) it.accepts(payload[it.name]) else !it.isRequired }

    @Suppress("UNCHECKED_CAST")
    private fun objectOf(value: Any?): Map<String, Any?>? = value as? Map<String, Any?>
    private fun readObject(text: String) = if (text.length > MAX_LENGTH) null else objectOf(Json.read(text))
  }
}

/** Strict JSON. Objects are maps, lists are lists, numbers are doubles. The platform's own parsers accept more than JSON. */
object Json {
  private class Invalid : Exception()

  /** Names that every JavaScript object inherits are no fields of the contract. */
  private val inherited = setOf(
    "constructor", "__defineGetter__", "__defineSetter__", "hasOwnProperty", "__lookupGetter__", "__lookupSetter__",
    "isPrototypeOf", "propertyIsEnumerable", "toString", "valueOf", "__proto__", "toLocaleString"
  )
  private val number = Regex("-?(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?")
  private const val maxDepth = 100

  /** Null if the text is not JSON, or has an inherited name. JSON's own null is null too: it is no object. */
  fun read(text: String): Any? = try {
    val reader = Reader(text)
    reader.value(0).also { reader.end() }
  } catch (error: Invalid) {
    null
  }

  private class Reader(private val text: String) {
    private var at = 0

    fun end() {
      blanks()
      if (at < text.length) throw Invalid()
    }

    fun value(depth: Int): Any? {
      if (depth > maxDepth) throw Invalid()
      blanks()
      return when (if (at < text.length) text[at] else throw Invalid()) {
        '{' -> objectAt(depth)
        '[' -> listAt(depth)
        '"' -> string()
        't' -> word("true", true)
        'f' -> word("false", false)
        'n' -> word("null", null)
        else -> numberAt()
      }
    }

    private fun blanks() {
      while (at < text.length && text[at] in " \t\n\r") at += 1
    }

    private fun take(sign: Char): Boolean {
      blanks()
      if (at >= text.length || text[at] != sign) return false
      at += 1
      return true
    }

    private fun need(sign: Char) {
      if (!take(sign)) throw Invalid()
    }

    private fun word(word: String, value: Any?): Any? {
      if (!text.startsWith(word, at)) throw Invalid()
      at += word.length
      return value
    }

    private fun numberAt(): Double {
      val found = number.find(text, at)?.takeIf { it.range.first == at } ?: throw Invalid()
      at += found.value.length
      return found.value.toDouble()
    }

    private fun objectAt(depth: Int): Map<String, Any?> {
      need('{')
      val fields = LinkedHashMap<String, Any?>()
      if (take('}')) return fields
      do {
        blanks()
        val name = string()
        if (name in inherited) throw Invalid()
        need(':')
        fields[name] = value(depth + 1)
      } while (take(','))
      need('}')
      return fields
    }

    private fun listAt(depth: Int): List<Any?> {
      need('[')
      val items = ArrayList<Any?>()
      if (take(']')) return items
      do items.add(value(depth + 1)) while (take(','))
      need(']')
      return items
    }

    private fun string(): String {
      need('"')
      val out = StringBuilder()
      while (true) {
        val sign = next()
        when {
          sign == '"' -> return out.toString()
          sign == '\\' -> out.append(escaped())
          sign < ' ' -> throw Invalid()
          else -> out.append(sign)
        }
      }
    }

    private fun next(): Char = if (at < text.length) text[at++] else throw Invalid()

    private fun escaped(): Char = when (val sign = next()) {
      '"', '\\', '/' -> sign
      'b' -> '\b'
      'f' -> '\u000c'
      'n' -> '\n'
      'r' -> '\r'
      't' -> '\t'
      'u' -> {
        val digits = text.substring(at, minOf(at + 4, text.length))
        if (!Regex("[0-9a-fA-F]{4}").matches(digits)) throw Invalid()
        at += 4
        digits.toInt(16).toChar()
      }
      else -> throw Invalid()
    }
  }

  fun write(value: Any?): String = when (value) {
    is Map<*, *> -> value.entries.joinToString(",", "{", "}") { "${quote(it.key.toString())}:${write(it.value)}" }
    is List<*> -> value.joinToString(",", "[", "]") { write(it) }
    is String -> quote(value)
    is Double -> if (value % 1 == 0.0 && Math.abs(value) < 1e15) value.toLong().toString() else value.toString()
    else -> value.toString()
  }

  private fun quote(text: String): String {
    val out = StringBuilder("\"")
    for (sign in text)
      when {
        sign == '"' || sign == '\\' -> out.append('\\').append(sign)
        sign < ' ' || sign.isSurrogate() || sign == '\u2028' || sign == '\u2029' ->
          out.append("\\u").append(sign.toInt().toString(16).padStart(4, '0'))
        else -> out.append(sign)
      }
    return out.append('"').toString()
  }
}
