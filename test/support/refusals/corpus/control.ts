import type { BrokenRequest, ExpectedExplanation } from "../broken-request.ts";

type More = Omit<ExpectedExplanation, "status" | "at"> & {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
};

type Asked = readonly [method: string, path: string, body?: unknown];

const asked = (
  mistake: string,
  [method, path, body]: Asked,
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

/** The parts of journal and snapshots that the broken requests use. */
export interface Steered {
  readonly alice: string;
  readonly updateId: string;
}

/** Requests to every route of the control API, below its mount. */
export const control = ({ alice, updateId }: Steered): readonly BrokenRequest[] => {
  const party = `party=${encodeURIComponent(alice)}`;
  const post = (path: string) => (mistake: string, body: unknown, at: string, more?: More) =>
    asked(mistake, ["POST", path, body], at, more);
  const get = (mistake: string, path: string, at: string, more?: More): BrokenRequest =>
    asked(mistake, ["GET", path], at, more);
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
    clock("sends a bare time", "2031-01-01T00:00:00Z", "", { says: /"time"/ }),
    clock("sends no JSON", "{time: 1}", "", { says: /"time"/ }),
    clock("goes back", { time: "2001-01-01T00:00:00Z" }, "/time"),
    clock("sets it to a word", { time: "tomorrow" }, "/time", { says: /2030-01-31T12:00:00Z/ }),
    clock("sets it to a day", { time: "2031-01-01" }, "/time", { says: /2030-01-31T12:00:00Z/ }),
    clock("sets it without a zone", { time: "2031-01-01T00:00:00" }, "/time", { says: /Z/ }),
    clock("sets it by Unix time", { time: 1_900_000_000 }, "/time", { says: /"time"/ }),
    clock("misspells time", { tme: "2031-01-01T00:00:00Z" }, "/tme", { nearest: "time" }),
    clock("misspells advance", { advanc: "1h" }, "/advanc", { nearest: "advance" }),
    clock("says forward", { forward: "1h" }, "/forward", { says: /advance/ }),
    clock("says sleep", { sleep: "1h" }, "/sleep", { says: /advance/ }),
    clock("advances by a number", { advance: 3600 }, "/advance", { says: duration }),
    clock("advances by an hour in words", { advance: "one hour" }, "/advance", { says: duration }),
    clock("advances by less than nothing", { advance: "-1h" }, "/advance", { says: duration }),
    clock("advances by a number in a text", { advance: "60" }, "/advance", { says: duration }),
    clock("freezes it by a text", { freeze: "yes" }, "/freeze", { says: /true/ }),
    clock("resumes it by false", { resume: false }, "/resume", { says: /true/ }),
    clock("moves it twice", { advance: "1h", step: "1m" }, "", { says: /"step": "1m"/ }),
    asked("puts the time", ["PUT", "/clock", { time: "2031-01-01T00:00:00Z" }], "method", gone),
    get("asks for a zone", "/clock?zone=utc", "query parameter zone"),
    // The commit delay
    delay("sends no delay", {}, "/millis", { says: /"millis": 200/ }),
    delay("sends none at all", undefined, "", { says: /"millis": 200/ }),
    delay("sends a number", "200", "", { says: /"millis": 200/ }),
    delay("sends a text", { millis: "200" }, "/millis", { says: /number/ }),
    delay("sends a duration", { millis: "1s" }, "/millis", { says: /number/ }),
    delay("goes back in time", { millis: -1 }, "/millis"),
    delay("waits for ever", { millis: 1e12 }, "/millis"),
    delay("misspells millis", { milis: 5 }, "/milis", { nearest: "millis" }),
    delay("says ms", { ms: 5 }, "/ms", { says: /millis/ }),
    delay("says delay", { delay: "1s" }, "/delay", { says: /millis/ }),
    // Snapshots
    asked("labels a snapshot", ["POST", "/snapshots", { label: "before" }], "/label"),
    asked("names a snapshot by a number", ["POST", "/snapshots", { name: 7 }], "/name"),
    asked("forks one that is none", ["POST", "/snapshots/7/fork"], "path parameter id", gone),
    asked("reverts to one that is none", ["POST", "/snapshots/7/revert"], "path parameter id", {
      ...gone,
      says: /GET \/snapshots/,
    }),
    asked("reverts to a word", ["POST", "/snapshots/latest/revert"], "path parameter id", gone),
    asked("deletes one that is none", ["DELETE", "/snapshots/7"], "path parameter id", gone),
    asked("reverts by GET", ["GET", "/snapshots/1/revert"], "method", { ...gone, nearest: "POST" }),
    asked("reverts without an id", ["POST", "/snapshots/revert"], "path", gone),
    asked("looks at one", ["GET", "/snapshots/1"], "method", { ...gone, nearest: "DELETE" }),
    asked("says snapshot", ["POST", "/snapshot"], "path", { ...gone, nearest: "/snapshots" }),
    // Reset
    reset("misspells to", { too: "empty" }, "/too", { nearest: "to" }),
    reset("resets to a word", { to: "emtpy" }, "/to", { nearest: "empty" }),
    reset("resets to the beginning", { to: "start" }, "/to", { says: /"empty"/ }),
    reset("resets to a number", { to: 0 }, "/to", { says: /"empty"/ }),
    reset("sends a word", "empty", "", { says: /"to": "empty"/ }),
    reset("says empty", { empty: true }, "/empty", { says: /"to": "empty"/ }),
    asked("resets by GET", ["GET", "/reset"], "method", { ...gone, nearest: "POST" }),
    asked("resets by DELETE", ["DELETE", "/reset"], "method", { ...gone, nearest: "POST" }),
    // Fixtures
    load("loads nothing", undefined, "", { says: /"steps"/ }),
    load("loads a word", "market.yaml", "", { says: /steps|line 1/ }),
    load("sends the name of a file to curl", "@market.yaml", "", { says: /data-binary|line 1/ }),
    load("misspells steps", { step: [{ party: "a" }] }, "/step", { says: /steps/ }),
    load("misspells party", { steps: [{ prty: "a" }] }, "/steps/0/prty"),
    load("misspells a step in YAML", "steps:\n  - prty: a", "/steps/0/prty", { nearest: "party" }),
    load("indents YAML wrongly", "steps:\n  - party: a\n - party: b", "", { says: /line/ }),
    load("loads a list", [{ party: "a" }], "", {}),
    load("allocates a number", { steps: [{ party: 7 }] }, "/steps/0/party"),
    asked("gets fixtures", ["GET", "/fixtures"], "method", { ...gone, nearest: "POST" }),
    asked("says fixture", ["POST", "/fixture", {}], "path", { ...gone, nearest: "/fixtures" }),
    // Export
    get("misspells format", "/export?fromat=yaml", "query parameter fromat", {
      nearest: "format",
    }),
    get("wants XML", "/export?format=xml", "query parameter format", { says: /yaml/ }),
    get("wants YML", "/export?format=yml", "query parameter format", { nearest: "yaml" }),
    // The journal
    get("wants very many", "/requests?limit=100000", "query parameter limit", { says: /1000/ }),
    get("wants a word", "/requests?limit=all", "query parameter limit", { says: /1000/ }),
    get("goes on after a word", "/requests?after=last", "query parameter after", {
      says: /whole number/,
    }),
    get("asks for failed ones", "/requests?status=failed", "query parameter status", {
      says: /refused/,
    }),
    get("asks for 4xx", "/requests?status=4xx", "query parameter status", { says: /refused/ }),
    get("misspells status", "/requests?stauts=404", "query parameter stauts", {
      nearest: "status",
    }),
    get("says user", "/requests?user=ann", "query parameter user", { says: /principal/ }),
    get("says page", "/requests?page=2", "query parameter page", { says: /after/ }),
    get("wants CSV", "/requests?format=csv", "query parameter format", { says: /jsonl/ }),
    get("wants har in capitals", "/requests?format=HAR", "query parameter format", {
      nearest: "har",
    }),
    get("asks for one that is none", "/requests/99", "path parameter id", {
      ...gone,
      says: /"keep": true/,
    }),
    get("asks for the last", "/requests/last", "path parameter id", gone),
    keep("does not say whether", {}, "/keep", { says: /"keep": true/ }),
    keep("says yes", { keep: "yes" }, "/keep", { says: /true or false|"keep": true/ }),
    keep("says on", { on: true }, "/on", { says: /"keep": true/ }),
    keep("misspells keep", { kep: true }, "/kep", { nearest: "keep" }),
    keep("keeps none", { keep: true, entries: 0 }, "/entries", { says: /whole number/ }),
    keep("keeps all", { keep: true, entries: "all" }, "/entries", { says: /whole number/ }),
    keep("keeps very many", { keep: true, entries: 1e9 }, "/entries", { says: /100000/ }),
    keep("keeps bodies by a length", { keep: true, bodies: 100 }, "/bodies", {
      says: /true or false|"bodies"/,
    }),
    keep("says body", { keep: true, body: true }, "/body", { says: /bodies/ }),
    keep("keeps no length of bodies", { keep: true, bodyLength: 0 }, "/bodyLength"),
    asked("clears them elsewhere", ["POST", "/requests/clear", {}], "path", gone),
    // Explanations
    get("explains nothing", "/explain", "query parameter updateId", { says: /updateId=1220/ }),
    get("explains to nobody", `/explain?updateId=${updateId}`, "query parameter party", {
      says: /party=alice/,
    }),
    get(
      "cuts an update id short",
      `/explain?updateId=1220ff&${party}`,
      "query parameter updateId",
      {
        says: /64 hex digits/,
      },
    ),
    get(
      "explains what is none",
      `/explain?updateId=1220${"0".repeat(64)}&${party}`,
      "query parameter updateId",
      gone,
    ),
    get(
      "explains an offset that is none",
      `/explain?offset=99&${party}`,
      "query parameter offset",
      {
        ...gone,
      },
    ),
    get("explains an offset in words", `/explain?offset=last&${party}`, "query parameter offset", {
      says: /whole number/,
    }),
    get("says id", `/explain?id=${updateId}&${party}`, "query parameter id", { says: /updateId/ }),
    get("says update_id", `/explain?update_id=${updateId}&${party}`, "query parameter update_id", {
      nearest: "updateId",
    }),
    get(
      "explains to a name",
      `/explain?updateId=${updateId}&party=alice`,
      "query parameter party",
      {
        nearest: alice,
      },
    ),
    get(
      "explains to a party that is none",
      `/explain?updateId=${updateId}&party=zoe::1220ab`,
      "query parameter party",
    ),
    // Dry runs
    asked("tries no commands", ["POST", "/dry-run", { actAs: [alice] }], "/commands", {
      says: /commands/,
    }),
    asked(
      "tries commands that it names wrongly",
      ["POST", "/dry-run", { actAs: [alice], command: [] }],
      "/command",
      { nearest: "commands" },
    ),
    // Searches
    search("searches a text of a page", { text: "x".repeat(201) }, "/text", { says: /200/ }),
    search("searches with a large limit", { limit: 501 }, "/limit", { says: /500/ }),
    search("misspells template", { templat: "usd" }, "/templat", { nearest: "template" }),
    search("searches contracts that are gone", { state: "gone" }, "/state", { says: /archived/ }),
    search("searches by a role of all parties", { role: "observer" }, "/parties"),
    search("goes on after a number of its own", { after: "soon" }, "/after", { says: /next/ }),
    asked("searches updates by a kind", ["POST", "/search/updates", { kind: "x" }], "/kind", {
      says: /reassignment/,
    }),
    // Faults
    faults("sends no faults", {}, "/faults", { says: /"faults": \[/ }),
    faults("sends none at all", undefined, "", { says: /"faults": \[/ }),
    faults("sends a bare rule", { then: "cut" }, "/then", { says: /"faults": \[/ }),
    faults("sends a bare list", [{ then: "cut" }], "/faults", { says: /"faults": \[/ }),
    faults("sends one that is no list", { faults: { then: "cut" } }, "/faults"),
    faults("misspells faults", { fault: [] }, "/fault", { nearest: "faults" }),
    rule("has nothing happen", {}, "/then"),
    rule("misspells then", { thn: "cut" }, "/thn", { nearest: "then" }),
    rule("misspells when", { wen: {}, then: "cut" }, "/wen", { nearest: "when" }),
    rule("misspells an action", { then: "ct" }, "/then", { nearest: "cut" }),
    rule("says drop", { then: "drop" }, "/then", { says: /cut/ }),
    rule("misspells a code", { then: { refuse: "SERVICE_NOT_RUNING" } }, "/then/refuse", {
      nearest: "SERVICE_NOT_RUNNING",
    }),
    rule("refuses with a status", { then: { refuse: 503 } }, "/then/refuse"),
    rule("delays by a number", { then: { delay: 500 } }, "/then/delay"),
    rule("delays by words", { then: { delay: "long" } }, "/then/delay"),
    rule("delays for a day", { then: { delay: "1d" } }, "/then/delay", { says: /1h/ }),
    rule("delays backwards", { then: { delay: { from: "2s", to: "1s" } } }, "/then/delay/to"),
    rule("names no latency", { then: { delay: { as: "slow" } } }, "/then/delay/as"),
    rule("has two things happen", { then: { cut: { after: 1 }, delay: "1s" } }, "/then"),
    rule("counts from nought", { when: { nth: 0 }, then: "cut" }, "/when/nth", {
      says: /1 or more/,
    }),
    rule("is quite sure", { when: { probability: 100 }, then: "cut" }, "/when/probability", {
      says: /from 0 to 1/,
    }),
    rule("misspells operation", { when: { operaton: "*" }, then: "cut" }, "/when/operaton", {
      nearest: "operation",
    }),
    rule("matches by path", { when: { path: "/v2/x" }, then: "cut" }, "/when/path", {
      says: /operation/,
    }),
    rule("strikes never", { times: 0, then: "cut" }, "/times", { says: /1 or more/ }),
    asked("restarts by GET", ["GET", "/faults/restart"], "method", { ...gone, nearest: "POST" }),
    asked("clears elsewhere", ["POST", "/faults/clear", {}], "path", gone),
    // Unknown routes
    get("asks for the time", "/time", "path", { ...gone, says: /GET \/clock/ }),
    get("misspells the clock", "/clok", "path", { ...gone, nearest: "/clock" }),
    get("asks for nothing", "/", "path", { ...gone, says: /GET \/clock/ }),
    get("asks for a version", "/v2/version", "path", gone),
    asked("pauses it", ["POST", "/pause", {}], "path", { ...gone, says: /POST \/clock/ }),
  ];
};

/** Requests without the secret. */
export const secretless: readonly BrokenRequest[] = [
  ["sends no secret", undefined, /no header/],
  ["sends another one", "Bearer other", /secret is wrong/],
  ["sends the bare secret", "mine", /the form Bearer/],
  ["sends Basic", "Basic bWluZTptaW5l", /the form Bearer/],
  ["sends a token of a user", "Bearer eyJh.eyJz.abc", /a user's token/],
].map(([mistake, authorization, says]) =>
  asked(String(mistake), ["GET", "/clock"], "header Authorization", {
    status: 401,
    says: says as RegExp,
    hides: /"[^"]*\bmine\b/,
    ...(authorization === undefined ? {} : { headers: { authorization: String(authorization) } }),
  }),
);
