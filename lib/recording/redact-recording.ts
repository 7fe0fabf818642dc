import { setJsonProperty } from "../base/values/json-object.ts";
import { AliasAssigner, deriveHexDigitsFromAlias } from "./aliases.ts";
import { compilePointerPattern } from "./pointer-pattern.ts";
import type { RecordedBody, RecordedExchange, Recording } from "./recording.ts";

/** Options of `redactRecording`. */
export interface RedactOptions {
  /**
   * JSON pointers of additional texts to redact. In a pointer, `*` matches any one name or index,
   * and `**` any number of names and indexes: `**` followed by `memo` matches the fields `memo` at
   * any depth.
   */
  readonly texts?: readonly string[];
  /** Also replace the ids of contracts and updates. Default: false. */
  readonly ids?: boolean;
}

/**
 * Returns a recording that can be shared. Parties, synchronizers, participants and users are
 * replaced by consistent aliases. Data that may contain them in encoded form (blobs, transactions
 * to sign, packages) is removed. Other texts are unchanged unless `texts` names them.
 *
 * The returned recording can answer calls (`createMockFromRecording`), but cannot be replayed against the original
 * ledger. Raises INVALID_ARGUMENT for an invalid pointer.
 */
export const redactRecording = (recording: Recording, options: RedactOptions = {}): Recording => {
  const redacting = new RecordingRedactor(options);
  for (const { user } of recording.exchanges) if (user !== undefined) redacting.addUser(user);
  const { header, exchanges } = recording;
  const exchangesNow = exchanges.map((exchange) => redacting.redactExchange(exchange));
  const participantId =
    header.participantId === undefined ? undefined : redacting.redactText(header.participantId);
  return { header: { ...header, participantId }, exchanges: exchangesNow };
};

/** Matches `<name>::<fingerprint>`: ids of parties, participants and synchronizers. */
const uniqueNamePattern = /([^\s"'`()[\]{},;=/]{1,185})::(1220[0-9a-f]{64})/gu;

/**
 * Matches ids of contracts and updates, but not the fingerprint at the end of a party, participant
 * or synchronizer id.
 */
const contractOrUpdateIdPattern = /(?<!::)\b(?:0[01][0-9a-f]{64,254}|1220[0-9a-f]{64})\b/gu;

/** Fields whose texts contain names in encoded form. */
const encodedFieldNames: ReadonlySet<string> = new Set([
  "createdEventBlob",
  "preparedTransaction",
  "preparedTransactionHash",
  "externalTransactionHash",
  "hashingDetails",
  "topologyTransactions",
  "transaction",
  "multiHash",
  "signature",
  "signedBy",
  "keyData",
  "publicKey",
]);

const userFields: ReadonlySet<string> = new Set(["userId", "sub"]);
const hintFields: ReadonlySet<string> = new Set(["partyIdHint", "partyHint", "hint"]);

class RecordingRedactor {
  readonly #names = new AliasAssigner("party");
  readonly #hints = new AliasAssigner("name");
  readonly #users = new AliasAssigner("user");
  readonly #texts = new AliasAssigner("text");
  readonly #ids = new AliasAssigner("id");
  readonly #hasIds: boolean;
  readonly #isNamed: (pointer: readonly string[]) => boolean;

  constructor({ texts = [], ids = false }: RedactOptions) {
    const patterns = texts.map(compilePointerPattern);
    this.#isNamed = (pointer) => patterns.some((fits) => fits(pointer));
    this.#hasIds = ids;
  }

  addUser(user: string): void {
    this.#users.getAlias(user);
  }

  redactExchange(exchange: RecordedExchange): RecordedExchange {
    const { user, path, query } = exchange;
    const common = {
      user: user === undefined ? undefined : this.#users.getAlias(user),
      path: this.#redactAddress(path),
      query: query === undefined ? undefined : this.#redactAddress(query),
    };
    if (exchange.kind === "stream") {
      const frames = exchange.frames.map((frame) => ({
        ...frame,
        body: this.#redactBody(frame.body),
      }));
      return { ...exchange, ...common, frames };
    }
    const { request, answer } = exchange;
    return {
      ...exchange,
      ...common,
      request: request === undefined ? undefined : this.#redactBody(request),
      answer: answer === undefined ? undefined : this.#redactBody(answer),
    };
  }

  redactText(text: string): string {
    const named = text.replaceAll(uniqueNamePattern, (name) => this.#redactUniqueName(name));
    if (!this.#hasIds) return named;
    return named.replaceAll(contractOrUpdateIdPattern, (id) => this.#redactId(id));
  }

  #redactUniqueName(name: string): string {
    const alias = this.#names.getAlias(name);
    return `${alias}::1220${deriveHexDigitsFromAlias(alias)}`;
  }

  /** Returns a replacement with the same prefix and length. */
  #redactId(id: string): string {
    const start = id.slice(0, id.startsWith("1220") ? 4 : 2);
    const alias = this.#ids.getAlias(id);
    return `${start}${deriveHexDigitsFromAlias(alias).repeat(4)}`.slice(0, id.length);
  }

  #redactAddress(text: string): string {
    return text
      .split("/")
      .map((part) => {
        const plain = decodeOrKeep(part);
        const redacted = this.#users.findAlias(plain) ?? this.redactText(plain);
        return redacted === plain ? part : encodeURIComponent(redacted);
      })
      .join("/");
  }

  #redactBody(body: RecordedBody): RecordedBody {
    if ("json" in body) return { json: this.#redactValue(body.json, []) };
    if ("text" in body) return { text: this.redactText(body.text) };
    return "base64" in body ? { omitted: Math.floor((body.base64.length * 3) / 4) } : body;
  }

  #redactValue(value: unknown, pointer: readonly string[]): unknown {
    if (typeof value === "string") return this.#redactField(value, pointer);
    if (Array.isArray(value)) {
      return value.map((item, index) => this.#redactValue(item, [...pointer, String(index)]));
    }
    if (typeof value !== "object" || value === null) return value;
    const copy: Record<string, unknown> = {};
    for (const [name, item] of Object.entries(value)) {
      setJsonProperty(copy, this.redactText(name), this.#redactValue(item, [...pointer, name]));
    }
    return copy;
  }

  #redactField(text: string, pointer: readonly string[]): string {
    const name = pointer.findLast((part) => !/^\d+$/u.test(part)) ?? "";
    if (text === "") return text;
    if (this.#isNamed(pointer)) return this.#texts.getAlias(text);
    if (encodedFieldNames.has(name)) return "redacted";
    if (userFields.has(name)) return this.#users.getAlias(text);
    if (hintFields.has(name) && !text.includes("::")) return this.#hints.getAlias(text);
    return this.#users.findAlias(text) ?? this.redactText(text);
  }
}

const decodeOrKeep = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};
