import type { BrokenRequest, ExpectedExplanation } from "../broken-request.ts";

type More = Omit<ExpectedExplanation, "status" | "at"> & {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

type ControlRequest = readonly [method: string, path: string, body?: unknown];

const broken = (
  mistake: string,
  [method, path, body]: ControlRequest,
  at: string,
  { status = 400, headers, ...more }: More = {},
): BrokenRequest => ({
  mistake,
  method,
  path,
  ...(headers === undefined ? {} : { headers }),
  ...(body === undefined ? {} : { body }),
  teaches: { status, at, ...more },
});

/** Ids on the ledger under test that the broken requests use. */
export interface ControlTarget {
  readonly alice: string;
  readonly updateId: string;
}

/** Incorrect requests to every route of the control API; paths are relative to its mount path. */
export const control = ({ alice, updateId }: ControlTarget): readonly BrokenRequest[] => {
  const party = `party=${encodeURIComponent(alice)}`;
  const post = (path: string) => (mistake: string, body: unknown, at: string, more?: More) =>
    broken(mistake, ["POST", path, body], at, more);
  const get = (mistake: string, path: string, at: string, more?: More): BrokenRequest =>
    broken(mistake, ["GET", path], at, more);
  const clock = post("/clock");
  const delay = post("/commit-delay");
  const reset = post("/reset");
  const load = post("/fixtures");
  const keep = post("/requests");
  const faults = post("/faults");
  const search = post("/search/contracts");
  const rule = (mistake: string, fault: unknown, at: string, more?: More): BrokenRequest =>
    faults(mistake, { faults: [fault] }, `/faults/0${at}`, more);
  const gone = { status: 404 };
  const duration = /1h30m/;

  return [
    // The clock
    clock("sends no time", undefined, "", { says: /"advance": "1h30m"/ }),
    clock("sends an empty object", {}, "", { says: /"advance": "1h30m"/ }),
    clock("sends only the time instead of an object", "2031-01-01T00:00:00Z", "", {
      says: /"time"/,
    }),
    clock("sends a body that is not JSON", "{time: 1}", "", { says: /"time"/ }),
    clock("sets an earlier time", { time: "2001-01-01T00:00:00Z" }, "/time"),
    clock("sets the time to a word", { time: "tomorrow" }, "/time", {
      says: /2030-01-31T12:00:00Z/,
    }),
    clock("sets the time to a day without time", { time: "2031-01-01" }, "/time", {
      says: /2030-01-31T12:00:00Z/,
    }),
    clock("sets a time without a time zone", { time: "2031-01-01T00:00:00" }, "/time", {
      says: /Z/,
    }),
    clock("sets the time as a Unix timestamp", { time: 1_900_000_000 }, "/time", {
      says: /"time"/,
    }),
    clock("misspells time", { tme: "2031-01-01T00:00:00Z" }, "/tme", { nearest: "time" }),
    clock("misspells advance", { advanc: "1h" }, "/advanc", { nearest: "advance" }),
    clock("writes forward for advance", { forward: "1h" }, "/forward", { says: /advance/ }),
    clock("writes sleep for advance", { sleep: "1h" }, "/sleep", { says: /advance/ }),
    clock("advances by a number without a unit", { advance: 3600 }, "/advance", { says: duration }),
    clock("advances by an hour in words", { advance: "one hour" }, "/advance", { says: duration }),
    clock("advances by a negative duration", { advance: "-1h" }, "/advance", { says: duration }),
    clock("advances by a text without a unit", { advance: "60" }, "/advance", { says: duration }),
    clock("sends a text for freeze", { freeze: "yes" }, "/freeze", { says: /true/ }),
    clock("sends false for resume", { resume: false }, "/resume", { says: /true/ }),
    clock("advances and steps in one request", { advance: "1h", step: "1m" }, "", {
      says: /"step": "1m"/,
    }),
    broken(
      "sends PUT to set the time",
      ["PUT", "/clock", { time: "2031-01-01T00:00:00Z" }],
      "method",
      gone,
    ),
    get("reads the clock with an unknown parameter", "/clock?zone=utc", "query parameter zone"),
    // The commit delay
    delay("sends no delay", {}, "/millis", { says: /"millis": 200/ }),
    delay("sends no body", undefined, "", { says: /"millis": 200/ }),
    delay("sends only a number instead of an object", "200", "", { says: /"millis": 200/ }),
    delay("sends a number as text", { millis: "200" }, "/millis", { says: /number/ }),
    delay("sends a duration for millis", { millis: "1s" }, "/millis", { says: /number/ }),
    delay("sends a negative delay", { millis: -1 }, "/millis"),
    delay("sends a delay that is too long", { millis: 1e12 }, "/millis"),
    delay("misspells millis", { milis: 5 }, "/milis", { nearest: "millis" }),
    delay("writes ms for millis", { ms: 5 }, "/ms", { says: /millis/ }),
    delay("writes delay for millis", { delay: "1s" }, "/delay", { says: /millis/ }),
    // Snapshots
    broken(
      "writes label for the name of a snapshot",
      ["POST", "/snapshots", { label: "before" }],
      "/label",
    ),
    broken(
      "sends a number as the name of a snapshot",
      ["POST", "/snapshots", { name: 7 }],
      "/name",
    ),
    broken("forks an unknown snapshot", ["POST", "/snapshots/7/fork"], "path parameter id", gone),
    broken("reverts to an unknown snapshot", ["POST", "/snapshots/7/revert"], "path parameter id", {
      ...gone,
      says: /GET \/snapshots/,
    }),
    broken(
      "reverts to a snapshot with a word as id",
      ["POST", "/snapshots/latest/revert"],
      "path parameter id",
      gone,
    ),
    broken("deletes an unknown snapshot", ["DELETE", "/snapshots/7"], "path parameter id", gone),
    broken("sends GET to revert", ["GET", "/snapshots/1/revert"], "method", {
      ...gone,
      nearest: "POST",
    }),
    broken("reverts without a snapshot id", ["POST", "/snapshots/revert"], "path", gone),
    broken("reads one snapshot", ["GET", "/snapshots/1"], "method", { ...gone, nearest: "DELETE" }),
    broken("writes snapshot for snapshots in the path", ["POST", "/snapshot"], "path", {
      ...gone,
      nearest: "/snapshots",
    }),
    // Reset
    reset("misspells to", { too: "empty" }, "/too", { nearest: "to" }),
    reset("misspells empty", { to: "emtpy" }, "/to", { nearest: "empty" }),
    reset("resets to start instead of empty", { to: "start" }, "/to", { says: /"empty"/ }),
    reset("resets to a number", { to: 0 }, "/to", { says: /"empty"/ }),
    reset("sends only a word instead of an object", "empty", "", { says: /"to": "empty"/ }),
    reset("writes empty as a field", { empty: true }, "/empty", { says: /"to": "empty"/ }),
    broken("sends GET to reset", ["GET", "/reset"], "method", { ...gone, nearest: "POST" }),
    broken("sends DELETE to reset", ["DELETE", "/reset"], "method", { ...gone, nearest: "POST" }),
    // Fixtures
    load("loads a fixture without a body", undefined, "", { says: /"steps"/ }),
    load("sends a file name as the fixture", "market.yaml", "", { says: /steps|line 1/ }),
    load("sends curl's file argument instead of the file", "@market.yaml", "", {
      says: /data-binary|line 1/,
    }),
    load("misspells steps", { step: [{ party: "a" }] }, "/step", { says: /steps/ }),
    load("misspells party", { steps: [{ prty: "a" }] }, "/steps/0/prty"),
    load("misspells a step in YAML", "steps:\n  - prty: a", "/steps/0/prty", { nearest: "party" }),
    load("indents YAML wrongly", "steps:\n  - party: a\n - party: b", "", { says: /line/ }),
    load("sends the steps without an object around them", [{ party: "a" }], "", {}),
    load("allocates a number", { steps: [{ party: 7 }] }, "/steps/0/party"),
    broken("sends GET for fixtures", ["GET", "/fixtures"], "method", { ...gone, nearest: "POST" }),
    broken("writes fixture for fixtures in the path", ["POST", "/fixture", {}], "path", {
      ...gone,
      nearest: "/fixtures",
    }),
    // Export
    get("misspells format", "/export?fromat=yaml", "query parameter fromat", {
      nearest: "format",
    }),
    get("asks for the format xml", "/export?format=xml", "query parameter format", {
      says: /yaml/,
    }),
    get("asks for the format yml", "/export?format=yml", "query parameter format", {
      nearest: "yaml",
    }),
    // The journal
    get("asks for more requests than allowed", "/requests?limit=100000", "query parameter limit", {
      says: /1000/,
    }),
    get("writes a word for the limit", "/requests?limit=all", "query parameter limit", {
      says: /1000/,
    }),
    get(
      "writes a word for the id to continue after",
      "/requests?after=last",
      "query parameter after",
      {
        says: /whole number/,
      },
    ),
    get("filters by the status failed", "/requests?status=failed", "query parameter status", {
      says: /refused/,
    }),
    get("filters by the status 4xx", "/requests?status=4xx", "query parameter status", {
      says: /refused/,
    }),
    get("misspells status", "/requests?stauts=404", "query parameter stauts", {
      nearest: "status",
    }),
    get("writes user for principal", "/requests?user=ann", "query parameter user", {
      says: /principal/,
    }),
    get("writes page for after", "/requests?page=2", "query parameter page", { says: /after/ }),
    get("asks for the format csv", "/requests?format=csv", "query parameter format", {
      says: /jsonl/,
    }),
    get("writes the format har in capitals", "/requests?format=HAR", "query parameter format", {
      nearest: "har",
    }),
    get("asks for a request that does not exist", "/requests/99", "path parameter id", {
      ...gone,
      says: /"keep": true/,
    }),
    get("sends `last` in place of a request id", "/requests/last", "path parameter id", gone),
    keep("omits keep", {}, "/keep", { says: /"keep": true/ }),
    keep("sends yes for keep", { keep: "yes" }, "/keep", { says: /true or false|"keep": true/ }),
    keep("writes on for keep", { on: true }, "/on", { says: /"keep": true/ }),
    keep("misspells keep", { kep: true }, "/kep", { nearest: "keep" }),
    keep("keeps 0 requests", { keep: true, entries: 0 }, "/entries", { says: /whole number/ }),
    keep(
      "writes all for the number of requests to keep",
      { keep: true, entries: "all" },
      "/entries",
      { says: /whole number/ },
    ),
    keep("keeps more requests than allowed", { keep: true, entries: 1e9 }, "/entries", {
      says: /100000/,
    }),
    keep("sends a length for bodies", { keep: true, bodies: 100 }, "/bodies", {
      says: /true or false|"bodies"/,
    }),
    keep("writes body for bodies", { keep: true, body: true }, "/body", { says: /bodies/ }),
    keep("keeps 0 characters of bodies", { keep: true, bodyLength: 0 }, "/bodyLength"),
    broken("clears the requests at an unknown path", ["POST", "/requests/clear", {}], "path", gone),
    // Explanations
    get("asks for an explanation without an update id", "/explain", "query parameter updateId", {
      says: /updateId=1220/,
    }),
    get(
      "asks for an explanation without a party",
      `/explain?updateId=${updateId}`,
      "query parameter party",
      {
        says: /party=alice/,
      },
    ),
    get(
      "cuts an update id short",
      `/explain?updateId=1220ff&${party}`,
      "query parameter updateId",
      {
        says: /64 hex digits/,
      },
    ),
    get(
      "asks for an explanation of an unknown update",
      `/explain?updateId=1220${"0".repeat(64)}&${party}`,
      "query parameter updateId",
      gone,
    ),
    get(
      "asks for an explanation of an offset after the ledger end",
      `/explain?offset=99&${party}`,
      "query parameter offset",
      {
        ...gone,
      },
    ),
    get(
      "writes a word for the offset to explain",
      `/explain?offset=last&${party}`,
      "query parameter offset",
      {
        says: /whole number/,
      },
    ),
    get("writes id for updateId", `/explain?id=${updateId}&${party}`, "query parameter id", {
      says: /updateId/,
    }),
    get(
      "writes update_id for updateId",
      `/explain?update_id=${updateId}&${party}`,
      "query parameter update_id",
      {
        nearest: "updateId",
      },
    ),
    get(
      "writes a hint for the party of an explanation",
      `/explain?updateId=${updateId}&party=alice`,
      "query parameter party",
      {
        nearest: alice,
      },
    ),
    get(
      "asks for an explanation for an unknown party",
      `/explain?updateId=${updateId}&party=zoe::1220ab`,
      "query parameter party",
    ),
    // Dry runs
    broken(
      "omits the commands of a dry run",
      ["POST", "/dry-run", { actAs: [alice] }],
      "/commands",
      {
        says: /commands/,
      },
    ),
    broken(
      "misspells commands in a dry run",
      ["POST", "/dry-run", { actAs: [alice], command: [] }],
      "/command",
      { nearest: "commands" },
    ),
    // Searches
    search("searches for a text that is too long", { text: "x".repeat(201) }, "/text", {
      says: /200/,
    }),
    search("searches with a large limit", { limit: 501 }, "/limit", { says: /500/ }),
    search("misspells template", { templat: "usd" }, "/templat", { nearest: "template" }),
    search("searches for contracts in an unknown state", { state: "gone" }, "/state", {
      says: /archived/,
    }),
    search("searches by a role without parties", { role: "observer" }, "/parties"),
    search("continues a search after an invalid cursor", { after: "soon" }, "/after", {
      says: /next/,
    }),
    broken(
      "searches for updates of an unknown kind",
      ["POST", "/search/updates", { kind: "x" }],
      "/kind",
      {
        says: /reassignment/,
      },
    ),
    // Faults
    faults("sends no faults", {}, "/faults", { says: /"faults": \[/ }),
    faults("sends no body", undefined, "", { says: /"faults": \[/ }),
    faults("sends a rule without a list around it", { then: "cut" }, "/then", {
      says: /"faults": \[/,
    }),
    faults("sends a list without an object around it", [{ then: "cut" }], "/faults", {
      says: /"faults": \[/,
    }),
    faults("sends a rule for the list of faults", { faults: { then: "cut" } }, "/faults"),
    faults("misspells faults", { fault: [] }, "/fault", { nearest: "faults" }),
    rule("sends a rule without an action", {}, "/then"),
    rule("misspells then", { thn: "cut" }, "/thn", { nearest: "then" }),
    rule("misspells when", { wen: {}, then: "cut" }, "/wen", { nearest: "when" }),
    rule("misspells an action", { then: "ct" }, "/then", { nearest: "cut" }),
    rule("writes drop for cut", { then: "drop" }, "/then", { says: /cut/ }),
    rule("misspells a code", { then: { refuse: "SERVICE_NOT_RUNING" } }, "/then/refuse", {
      nearest: "SERVICE_NOT_RUNNING",
    }),
    rule("refuses with a status instead of a code", { then: { refuse: 503 } }, "/then/refuse"),
    rule("sends a delay as a number", { then: { delay: 500 } }, "/then/delay"),
    rule("sends a delay as words", { then: { delay: "long" } }, "/then/delay"),
    rule("delays for longer than allowed", { then: { delay: "1d" } }, "/then/delay", {
      says: /1h/,
    }),
    rule(
      "delays from a longer to a shorter duration",
      { then: { delay: { from: "2s", to: "1s" } } },
      "/then/delay/to",
    ),
    rule("names an unknown latency profile", { then: { delay: { as: "slow" } } }, "/then/delay/as"),
    rule("sends a rule with two actions", { then: { cut: { after: 1 }, delay: "1s" } }, "/then"),
    rule("counts requests from 0", { when: { nth: 0 }, then: "cut" }, "/when/nth", {
      says: /1 or more/,
    }),
    rule(
      "sends a probability above 1",
      { when: { probability: 100 }, then: "cut" },
      "/when/probability",
      {
        says: /from 0 to 1/,
      },
    ),
    rule("misspells operation", { when: { operaton: "*" }, then: "cut" }, "/when/operaton", {
      nearest: "operation",
    }),
    rule(
      "matches by a path instead of an operation",
      { when: { path: "/v2/x" }, then: "cut" },
      "/when/path",
      {
        says: /operation/,
      },
    ),
    rule("applies a rule 0 times", { times: 0, then: "cut" }, "/times", { says: /1 or more/ }),
    broken("sends GET to restart the faults", ["GET", "/faults/restart"], "method", {
      ...gone,
      nearest: "POST",
    }),
    broken("clears the faults at an unknown path", ["POST", "/faults/clear", {}], "path", gone),
    // Unknown routes
    get("reads the time at an unknown path", "/time", "path", { ...gone, says: /GET \/clock/ }),
    get("misspells the clock", "/clok", "path", { ...gone, nearest: "/clock" }),
    get("asks for the root path", "/", "path", { ...gone, says: /GET \/clock/ }),
    get("sends a request of the ledger API", "/v2/version", "path", gone),
    broken("pauses the clock at an unknown path", ["POST", "/pause", {}], "path", {
      ...gone,
      says: /POST \/clock/,
    }),
  ];
};

/** Requests without the secret. */
export const secretless: readonly BrokenRequest[] = [
  ["sends no secret", undefined, /no header/],
  ["sends a wrong secret", "Bearer other", /secret is wrong/],
  ["sends the secret without Bearer", "mine", /the form Bearer/],
  ["sends the secret as Basic credentials", "Basic bWluZTptaW5l", /the form Bearer/],
  ["sends a token of a user", "Bearer eyJh.eyJz.abc", /a user's token/],
].map(([mistake, authorization, says]) =>
  broken(String(mistake), ["GET", "/clock"], "header Authorization", {
    status: 401,
    says: says as RegExp,
    hides: /"[^"]*\bmine\b/,
    ...(authorization === undefined ? {} : { headers: { authorization: String(authorization) } }),
  }),
);
