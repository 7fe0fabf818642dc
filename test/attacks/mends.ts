import type { Change } from "../support/planting.ts";

/** What holds a class of attacks (SECURITY.md), taken out again, and the test that has to fail then. */
export interface Mend {
  /** What holds. */
  readonly title: string;
  /** What takes it out. */
  readonly changes: readonly Change[];
  /** Below `test`, without its end. */
  readonly spec: string;
  /** Of the title of the test, so much that no other has it; the whole title where the spec makes it of a template. */
  readonly test: string;
}

const mend = (
  title: string,
  [spec, test]: readonly [spec: string, test: string],
  ...changes: readonly (readonly [file: string, find: string, replace: string])[]
): Mend => ({
  title,
  spec,
  test,
  changes: changes.map(([file, find, replace]) => ({ file, find, replace })),
});

const [hostile, large, strangers, exported] = [
  "attacks/hostile-packages",
  "attacks/large-values",
  "attacks/strangers",
  "attacks/exports",
];
const [allowance, budget] = [
  "contracts/daml-lf/engine/allowance",
  "lib/contracts/daml-lf/runtime/budget.ts",
];
const turnsOfCode = "contracts/daml-lf/run/turns";
const inTurn = "ledger/runtime/in-turn";
const pages = "middleware/served/pages.ts";
const intake = "middleware/intake/intake.ts";
const chunks = "middleware/streaming/json-chunks.ts";

/** By the classes of SECURITY.md. */
export const mends: readonly Mend[] = [
  mend(
    "transactions are bounded in bytes",
    ["operations/submission/transaction-size", "counts what stands there repeatedly"],
    [
      "lib/operations/submission/interpretation.ts",
      "assertSize(finished.transaction, config.maxTransactionBytes);",
      "",
    ],
  ),
  mend(
    "what is prepared for signing is bounded, encoded",
    ["operations/interactive/submit/prepared-size", "with the names of all that stands there"],
    [
      "lib/operations/interactive/wire/bounded-writer.ts",
      "if (this.#bound !== undefined && this.#written > this.#bound.bytes) throw this.#bound.tooMany();",
      "",
    ],
    [
      "lib/operations/interactive/wire/prepared-transaction-encode.ts",
      "if (bound !== undefined && encoded.length > bound.bytes) throw bound.tooMany();",
      "",
    ],
  ),
  mend(
    "what is prepared for signing is bounded before it is described",
    ["operations/interactive/submit/prepared-size", "with each part of a value, however little"],
    [
      "lib/operations/interactive/submit/prepare-transaction.ts",
      "if (!fitsPrepared(finished, maxPreparedBytes)) throw preparedTooLarge(maxPreparedBytes);",
      "",
    ],
  ),
  mend(
    "what is prepared for signing is described, encoded and hashed in turns",
    [large, "what is to be signed is as large as it may be"],
    [
      "lib/operations/interactive/submit/prepare-transaction.ts",
      "inSteps(begun.work, turns?.pace)",
      "inSteps(begun.work)",
    ],
  ),
  mend(
    "what is being prepared is counted in flight",
    ["operations/submission/long-commands", "is in flight until it is prepared or refused"],
    [
      "lib/operations/interactive/submit/prepare-transaction.ts",
      "inFlightOn(ledger).takeSlot(\n    submission.submission,\n    ledger.config.maxCommandsInFlight,\n  );",
      "(): void => undefined;",
    ],
  ),
  mend(
    "nothing is prepared for who has gone",
    ["operations/submission/long-commands", "is prepared for nobody who has gone"],
    [
      "lib/operations/interactive/submit/prepare-transaction.ts",
      "options.signal?.throwIfAborted();",
      "",
    ],
  ),
  mend(
    "a list that nobody waits for is looked for no further",
    ["middleware/handlers/streamed", "is looked for no further"],
    ["middleware/handlers/streamed.ts", "{ ...options, signal }", "options"],
  ),
  mend(
    "what cannot be written to a WebSocket is an error of who waits for it",
    ["middleware/websocket/write-frames", "tells who waits for it"],
    [
      "middleware/websocket/write-frames.ts",
      "const text = shortJson(item);\n    if (text === undefined) {\n      await writeLong",
      "const text = undefined as string | undefined;\n    if (text === undefined) {\n      void writeLong",
    ],
  ),
  mend(
    "what is longer than a text can be is written in pieces",
    [large, "its JSON is longer than a text can be"],
    ["middleware/streaming/json-pieces.ts", " || lengthLeft(value, maxPieceLength) < 0", ""],
  ),
  mend(
    "a request journal is exported as it is read",
    [exported, "is a journal of very many calls"],
    [
      "middleware/control/request-routes.ts",
      "arrayChunks(entries, {}, harFrame)",
      "[JSON.stringify(harOf(requests))] as never",
    ],
    [
      "lib/operations/request-journal/request-journal.ts",
      "const maxCharacters = 32",
      "const maxCharacters = 32_000",
    ],
  ),
  mend(
    "a fixture is exported as it is read",
    [exported, "is all that happened"],
    [
      "middleware/control/control-router.ts",
      "jsonChunks(exported)",
      "[JSON.stringify({ ...exported, steps: [...exported.steps] })] as never",
    ],
  ),
  mend(
    "what calls hold is bounded, not only how many there are",
    [
      "contracts/daml-lf/run/deep-recursion",
      "is stopped by what it holds, and the process goes on, with 1000 parameters",
    ],
    [
      budget,
      "if (calls <= this.registersAllowed && registers <= this.registersAllowed) return;",
      "if (calls <= this.registersAllowed) return;",
    ],
  ),
  mend(
    "what a type that goes onto the ledger is made of is counted",
    ["contracts/daml-lf/check/unfolded-size", "what goes onto the ledger is made of too many"],
    [
      "lib/contracts/daml-lf/check/unfolded-size.ts",
      "if (size > maxSerializableSize) throw tooLarge(type, maxSerializableSize);",
      "",
    ],
  ),
  mend(
    "what a type in code is made of is counted",
    ["contracts/daml-lf/check/unfolded-size", "where synonyms with parameters multiply"],
    [
      "lib/contracts/daml-lf/check/unfolded-size.ts",
      "if (this.#sizeOf(type) > maxSize) throw tooLarge(type, maxSize);",
      "",
    ],
  ),
  mend(
    "top-level values share the budget of their request",
    [allowance, "is shared by the top-level values"],
    [budget, "if (this.#aside > 0) this.#allowance.stepsAside -= this.#told - this.left;", ""],
  ),
  mend(
    "a value that throws is not worked out again",
    [allowance, "is not spent again on a top-level value that throws"],
    [
      "lib/contracts/daml-lf/run/evaluator.ts",
      "if (error instanceof DamlException) this.#kept.keepFailure(constant, error, steps);",
      "",
    ],
  ),
  mend(
    "views of one update share their budget",
    [allowance, "is shared by the views of one update"],
    [
      "lib/contracts/daml-lf/engine/engine.ts",
      "Math.max(0, Math.min(mostSteps, pace.steps))",
      "mostSteps",
    ],
  ),
  mend(
    "going over a text takes steps",
    [hostile, "hashes large texts again and again"],
    [budget, "if (length >= 128) this.takeSteps(length >> 7);", ""],
  ),
  mend(
    "values that are kept are let go of",
    [hostile, "with large values that are kept"],
    [
      "lib/contracts/daml-lf/run/kept-constants.ts",
      "if (this.#total <= maxKeptSteps) return;",
      "return;",
    ],
  ),
  mend(
    "what is done at once has steps of its own",
    [large, "a value is made of parts that it shares"],
    [
      budget,
      "this.#floor = Math.max(0, Math.min(this.next, left) - besides);",
      "this.#floor = 0 * besides;",
    ],
  ),
  mend(
    "what takes long is done in turns",
    [
      "operations/submission/long-commands",
      "lets others go on, who wait for no longer than a turn",
    ],
    [
      budget,
      "if (left >= due && this.#isPerforming && next > 0) {",
      "if (left >= due && this.#isPerforming && next > 0) {\n      this.#turnEnd = Number.NEGATIVE_INFINITY;\n      this.#watch();\n      return false;",
    ],
  ),
  mend(
    "a user keeps no other out",
    ["operations/submission/commit-delay", "of one user keep no other out"],
    [
      "lib/ledger/port/submissions-in-flight.ts",
      "if (!hasFew || total >= maximum * 2)",
      "if (hasFew || !hasFew)",
    ],
  ),
  mend(
    "the room that deep recursion needs takes steps",
    ["contracts/daml-lf/run/deep-recursion", "takes steps for the room that it needs"],
    [
      "lib/contracts/daml-lf/run/frames.ts",
      "if (needed > chunkOfRegisters) budget.takeSteps(ample - Math.max(length, chunkOfRegisters));",
      "",
    ],
  ),
  mend(
    "a turn may end among calls that return",
    [turnsOfCode, "end while calls that wait"],
    [
      "lib/contracts/daml-lf/run/run-quickly.ts",
      "if (base > chunkOfRegisters) {",
      "if (base > chunkOfRegisters * 1_000_000) {",
    ],
  ),
  mend(
    "a turn may end among instructions that are no calls",
    [turnsOfCode, "end among instructions that are no calls"],
    [
      "lib/contracts/daml-lf/run/run-quickly.ts",
      "const cost = text[pc + 1] ?? 0;\n        if (budget.left - cost < budget.next) {",
      "const cost = text[pc + 1] ?? 0;\n        if (budget.left - cost < 0) {",
    ],
  ),
  mend(
    "nobody waits in the queue for what cannot be interrupted",
    ["operations/submission/long-commands", "has not begun when what one action asks for"],
    [budget, "this.#beginsAgain = pace.beginsAgain ?? false;", ""],
  ),
  mend(
    "what was overdrawn is given back",
    ["operations/submission/long-commands", "all the longer after what could not be"],
    [
      "lib/ledger/runtime/turntable.ts",
      "for (let owed = -work.turns.pace.steps; owed > 0; owed -= stepsOfTurn) await nextLongTurn();",
      "",
    ],
  ),
  mend(
    "nobody waits in the queue for all that another user asks for",
    [inTurn, "is decided in turn"],
    [
      "lib/ground/collections/fair-line.ts",
      "if (newest === undefined || newest.number < this.#earliest.number) return",
      "if (this.#earliest.number >= 0) return",
    ],
  ),
  mend(
    "nobody waits among what takes long for all that another user asks for",
    ["operations/submission/long-commands", "for all that another user asks for at once"],
    ["lib/ledger/runtime/turntable.ts", "work.userId ?? noUser", "noUser"],
  ),
  mend(
    "the loop goes round between decisions, however many there are",
    [inTurn, "lets what comes from elsewhere in between"],
    ["lib/ground/scheduling/stint.ts", "this.#done % atOnce === 0", "this.#done < 0"],
  ),
  mend(
    "long work of many goes on one after the other",
    ["operations/queries/in-turns", "is one of several whose steps are long"],
    [
      "lib/ground/scheduling/long-work.ts",
      "line.isEmpty ? undefined : line.wait(waits, { rounds: roundsBefore, areOwed: false })",
      "undefined",
    ],
  ),
  mend(
    "who is behind many at the door waits for one turn of what is long",
    ["ground/scheduling/next-turn", "until nobody new comes"],
    ["lib/ground/scheduling/next-turn.ts", "newcomers === before", "newcomers >= before"],
  ),
  mend(
    "however many come, what is long has its turn",
    ["ground/scheduling/next-turn", "has its turn, however many"],
    ["lib/ground/scheduling/next-turn.ts", "mostForNewcomers = 128", "mostForNewcomers = 100_000"],
  ),
  mend(
    "who comes over a new connection is noted",
    ["middleware/express/newcomers", "gives way"],
    ["middleware/express/serve.ts", "noteNewcomer(request.socket);", ""],
  ),
  mend(
    "nobody waits for all that another user has read or sent",
    ["operations/queries/in-turns", "does not wait for all that another user"],
    ["lib/ground/scheduling/waiting-line.ts", "put(place, userId)", "put(place, noUser)"],
  ),
  mend(
    "whose body is long waits for one of each other user's",
    [large, "keeps no long body of another waiting"],
    ["middleware/api/call.ts", "restForBody(length, this)", "restForBody(length)"],
  ),
  mend(
    "short turns wait for nobody at the door",
    ["operations/queries/in-turns", "waits for nobody at the door"],
    [
      "lib/ground/scheduling/slices.ts",
      "new WaitingLine(nextTurn)",
      "new WaitingLine(nextLongTurn)",
    ],
  ),
  mend(
    "what begins outside of the queue begins for users in turn",
    ["ground/scheduling/doorway", "for all that another user asked for"],
    ["lib/ground/scheduling/doorway.ts", "put(resolve, userId)", 'put(resolve, "")'],
  ),
  mend(
    "of what many make in slices there is little in each round",
    ["ground/scheduling/slices", "are few in a round of the loop"],
    ["lib/ground/scheduling/slices.ts", "line.wait(waits, oneRound);", "nextTurn();"],
  ),
  mend(
    "who begins waits where much was made in a round",
    ["operations/queries/in-turns", "takes few turns in a round"],
    [
      "lib/ground/scheduling/slices.ts",
      "line.isEmpty && spent < roundMillis",
      "line.isEmpty || spent < roundMillis",
    ],
  ),
  mend(
    "who has gone leaves the line of long work",
    ["ground/scheduling/long-work", "is left by who has gone"],
    ["lib/ground/scheduling/waiting-line.ts", "if (!areOwed) this.#vacate(place);", ""],
  ),
  mend(
    "a stream that is opened too late has nobody watched",
    ["middleware/handlers/streamed", "when what was opened is never read"],
    [
      "middleware/handlers/streamed.ts",
      'addEventListener("abort", end',
      'addEventListener("never", end',
    ],
  ),
  mend(
    "long bodies are read one after the other",
    ["middleware/fetch/create-fetch", "lets others go on between bodies that take long"],
    ["middleware/intake/long-body.ts", "length < largeBody ?", "length >= 0 ?"],
  ),
  mend(
    "commands that wait for their time take no place of others",
    ["operations/submission/ledger-time", "by none of them in the way of others"],
    [
      "lib/ledger/port/submissions-in-flight.ts",
      "submissions.holdBack(submission, ledger.config)",
      "submissions.takeSlot(submission, ledger.config.maxCommandsInFlight)",
    ],
  ),
  mend(
    "of a user no more than so many commands wait for their time",
    ["operations/submission/ledger-time", "by none of them in the way of others"],
    [
      "lib/ledger/port/submissions-in-flight.ts",
      "if (this.#heldBack.of(userId) >= maxCommandsHeldBackPerUser) {",
      "if (maxCommandsHeldBackPerUser < 0) {",
    ],
  ),
  mend(
    "pages of other machines write nothing without tokens",
    ["middleware/served/pages", "of other machines write nothing"],
    [
      pages,
      "if (!this.isAllowed(origin) && (Array.isArray(origin) || !isLoopbackOrigin(origin))) {",
      "if (origin.length < 0) {",
    ],
  ),
  mend(
    "pages send what a browser asks for beforehand",
    ["middleware/served/pages", "of this machine write only"],
    [
      pages,
      'return writing.has(method) && !isAskedFor(headers["content-type"])',
      'return !writing.has(method) && !isAskedFor(headers["content-type"])',
    ],
  ),
  mend(
    "pages read nothing under a name that was pointed at this machine",
    ["middleware/served/pages", "under a name that was pointed at this machine"],
    [pages, "!isAddressOrLocalName(host) &&", "host.length < 0 &&"],
  ),
  mend(
    "a known key waits for no fetch that is for another",
    ["middleware/auth/identity-providers", "however many forged ones named keys of their own"],
    [
      "middleware/auth/provider-key-set.ts",
      "const known = this.held(name);",
      "const known = this.#takeFetch() ? this.held(name) : undefined;",
    ],
  ),
  mend(
    "keys that nobody has are not asked for again and again",
    ["middleware/auth/identity-providers", "more than ten times a minute"],
    ["middleware/auth/provider-key-set.ts", "if (total < 1) return false;", ""],
    ["middleware/auth/provider-key-set.ts", "this.#isUnknown(name) || ", ""],
  ),
  mend(
    "a long body is not read of who has no token",
    ["middleware/served/slow-bodies", "its sender has no token and it is long"],
    [intake, "maxBodyBytes: maxAnonymousBodyBytes,", "maxBodyBytes: Infinity,"],
  ),
  mend(
    "bodies of who has no token hold little together",
    ["middleware/intake/intake", "who have no token together"],
    [intake, "maxBytes: maxAnonymousBytes,", "maxBytes: Infinity,"],
  ),
  mend(
    "bodies of one user hold no more than so much",
    ["middleware/intake/intake", "refuses the largest body of who has too many"],
    [intake, "maxBytes: maxUserBytes,", "maxBytes: Infinity,"],
  ),
  mend(
    "the rest of a body is not waited for without end",
    ["middleware/served/slow-bodies", "is waited for no more than a moment"],
    ["middleware/node-http/cut-unless-read.ts", "request.socket.destroy()", "undefined"],
  ),
  mend(
    "the rest of a body is not thrown away without end, however fast it comes",
    ["middleware/node-http/cut-unless-read", "is cut after half a minute"],
    ["middleware/node-http/cut-unless-read.ts", " || lingers === maxLingers", ""],
  ),
  mend(
    "pages are written as they are made",
    ["middleware/streaming/json-chunks", "makes items only as they are asked for"],
    [chunks, "if (chunk.length >= chunkLength) {", "if (chunk.length < 0) {"],
  ),
  mend(
    "answers that nobody reads are few",
    ["middleware/intake/unread-answers", "are refused where all of one user"],
    ["middleware/intake/unread-answers.ts", "before > 0 && before", "before < 0 && before"],
  ),
  mend(
    "what is collected for a list is bounded",
    ["operations/queries/streams", "refuses more than 64 Mi characters"],
    ["lib/operations/queries/collect.ts", "if (left < 0 && count > 0) throw tooLong(count);", ""],
  ),
  mend(
    "others have their turn while pages are made",
    ["middleware/streaming/json-chunks", "lets other work have its turn"],
    [chunks, "if (slices.isOver()) await slices.next();", ""],
  ),
  mend(
    "no matcher goes over megabytes of base64",
    [large, "base64, or a blob, of megabytes"],
    [
      "lib/ground/values/base64.ts",
      "  if (written.length % 4 !== 0) return undefined;",
      "  if (!/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(written)) return undefined;",
    ],
  ),
  mend(
    "what is pruned leaves the memory of a journal",
    ["ledger/runtime/compaction", "lets go of the memory of what is gone"],
    ["lib/ledger/runtime/entry-writer.ts", "if (isPruning(entry)) await this.#compact(next);", ""],
  ),
  mend(
    "a promise that a choice answers is awaited",
    ["contracts/templates/run/failures", "Promises that reject, which nobody else awaits"],
    ["lib/contracts/templates/run/answers.ts", "each.then(undefined, () => undefined);", ""],
  ),
  mend(
    "signatures of an onboarding are counted before any is looked at",
    [
      "operations/interactive/onboard/external-parties",
      "with more transactions and signatures than anybody needs",
    ],
    [
      "lib/operations/interactive/onboard/onboarding.ts",
      "if (count > maxSignatures) {",
      "if (count < 0) {",
    ],
  ),
  mend(
    "transactions of an onboarding are counted before any is looked at",
    [
      "operations/interactive/onboard/external-parties",
      "with more transactions and signatures than anybody needs",
    ],
    [
      "lib/operations/interactive/onboard/onboarding.ts",
      "if (transactions.length > maxTransactions) {",
      "if (transactions.length < 0) {",
    ],
  ),
  mend(
    "hosts of a party are compared at once, however many there are",
    ["operations/interactive/onboard/external-parties", "at once among however many"],
    [
      "lib/operations/interactive/onboard/generate-topology.ts",
      "if (named.has(participantId)) {",
      "if ([...named].includes(participantId)) {",
    ],
  ),
  mend(
    "YAML that is steered with is short",
    ["attacks/control", "is YAML that takes long to parse"],
    [
      "middleware/control/control-router.ts",
      "const maxYamlLength = 16 * 1024;",
      "const maxYamlLength = 1024 * 1024;",
    ],
    ["test/attacks/control.spec.ts", "const size = 16 * 1024;", "const size = 1024 * 1024;"],
  ),
  mend(
    "a proxy does not speak for this machine",
    ["middleware/control/control-router", "answers nobody but programs on this machine"],
    [
      "middleware/node-http/loopback.ts",
      'if (headers.forwarded !== undefined || headers["x-forwarded-for"] !== undefined) {',
      'if (headers.forwarded === "") {',
    ],
  ),
  mend(
    "time goes on from where it was when the clock is set back",
    ["ledger/runtime/steady-time", "takes commands all the while"],
    [
      "lib/ledger/runtime/steady-time.ts",
      "if (passed < 0n) this.#ahead -= passed;\n    else if",
      "if",
    ],
  ),
  mend(
    "a store that does not answer is waited for in time",
    ["ledger/runtime/silent-store", "keeps nobody waiting"],
    ["lib/ledger/runtime/store-patience.ts", "    millis,\n", "    millis: millis * 1_000_000,\n"],
  ),
  mend(
    "no token counts that demands what is not understood",
    [strangers, "demands what nobody here understands"],
    ["middleware/auth/token-verifier.ts", '|| "crit" in signed.header', ""],
  ),
  mend(
    "values of a body are counted before it is read",
    [large, "a body has very many values"],
    [
      "middleware/decoding/body.ts",
      "if (hasMoreValues(text, maxBodyValues)) throw tooManyValues(maxBodyValues);",
      "",
    ],
  ),
  mend(
    "requests of one connection come one after the other",
    ["middleware/node-http/one-by-one", "one after the other"],
    [
      "middleware/node-http/one-by-one.ts",
      "if (ahead === undefined) {",
      "if (ahead === undefined || ahead.length >= 0) {",
    ],
  ),
  mend(
    "pages of users end before they are too long",
    ["operations/admin/long-pages", "end before they are longer"],
    [
      "lib/operations/admin/lists/page.ts",
      "const maxAnnotations = 8 * 1024 * 1024;",
      "const maxAnnotations = 8_000 * 1024 * 1024;",
    ],
  ),
  mend(
    "connections without a token make room for one another",
    ["middleware/served/slow-bodies", "make room for others where their senders have no token"],
    ["middleware/websocket/upgrades.ts", "longest.terminate();", "undefined;"],
  ),
];
