import type { OperationRoute } from "../errors/suggest-path.ts";

/** A route of the control API with its fields and parameters. */
export interface ControlRoute extends OperationRoute {
  /** Known fields of the body. If absent, every field is accepted. */
  readonly fields?: readonly string[];
  /** Known query parameters. */
  readonly parameters?: readonly string[];
  /** Advice that shows a valid request. */
  readonly advice: string;
}

const snapshotIdsAdvice =
  "GET /snapshots lists the ids; the id of a named snapshot is its name. POST /snapshots takes a snapshot.";

const searchFields = ["parties", "template", "interface", "text", "offset", "limit", "after"];

/** All routes of the control API. */
export const controlApiRoutes: readonly ControlRoute[] = [
  { method: "get", path: "/clock", advice: "Call GET /clock." },
  {
    method: "post",
    path: "/clock",
    fields: ["time", "set", "advance", "step", "freeze", "resume"],
    advice:
      'Send {"time": "2030-01-31T12:00:00Z"}, {"advance": "1h30m"}, {"step": "1m"}, {"freeze": true} or {"resume": true}.',
  },
  { method: "get", path: "/commit-delay", advice: "Call GET /commit-delay." },
  {
    method: "post",
    path: "/commit-delay",
    fields: ["millis"],
    advice: 'Send {"millis": 200}; 0 for none.',
  },
  { method: "get", path: "/snapshots", advice: snapshotIdsAdvice },
  {
    method: "post",
    path: "/snapshots",
    fields: ["name", "offset"],
    advice: 'Send no body, {"name": "before the trade"}, or {"offset": 40} for an earlier state.',
  },
  { method: "post", path: "/snapshots/{id}/fork", fields: ["name"], advice: snapshotIdsAdvice },
  { method: "post", path: "/snapshots/{id}/revert", fields: [], advice: snapshotIdsAdvice },
  { method: "delete", path: "/snapshots/{id}", fields: [], advice: snapshotIdsAdvice },
  {
    method: "post",
    path: "/reset",
    fields: ["to"],
    advice: 'Send no body to reset to the loaded content, or {"to": "empty"} to empty the ledger.',
  },
  {
    method: "post",
    path: "/fixtures",
    advice:
      'Send a fixture in JSON or YAML, such as {"steps": [{"party": "alice"}]}; curl: --data-binary @market.yaml.',
  },
  {
    method: "get",
    path: "/export",
    parameters: ["format"],
    advice: "Call GET /export for JSON, or GET /export?format=yaml.",
  },
  {
    method: "get",
    path: "/dump",
    advice: "Call GET /dump; curl -o my.ledger.json writes it to a file.",
  },
  {
    method: "post",
    path: "/open",
    advice: "Send a file written by saveLedger or GET /dump; curl: --data-binary @my.ledger.json.",
  },
  {
    method: "get",
    path: "/requests",
    parameters: ["after", "limit", "status", "operation", "principal", "format"],
    advice:
      "Call GET /requests?status=refused&limit=10. With ?format=jsonl or ?format=har it returns all requests.",
  },
  {
    method: "post",
    path: "/requests",
    fields: ["keep", "entries", "bodies", "bodyLength"],
    advice:
      'Send {"keep": true, "entries": 1000, "bodies": true, "bodyLength": 16384}, or {"keep": false}.',
  },
  { method: "delete", path: "/requests", fields: [], advice: "Send no body." },
  {
    method: "get",
    path: "/requests/{id}",
    advice: 'GET /requests lists the ids; POST /requests with {"keep": true} starts the recording.',
  },
  {
    method: "get",
    path: "/explain",
    parameters: ["updateId", "offset", "party"],
    advice:
      "Call GET /explain?updateId=1220…&party=alice::1220…, or with offset=7 in place of updateId; :: may be escaped as %3A%3A.",
  },
  {
    method: "post",
    path: "/dry-run",
    fields: [
      "actAs",
      "readAs",
      "commands",
      "userId",
      "commandId",
      "workflowId",
      "submissionId",
      "synchronizerId",
      "deduplicationPeriod",
      "minLedgerTimeAbs",
      "minLedgerTimeRel",
      "disclosedContracts",
      "packageIdSelectionPreference",
      "prefetchContractKeys",
      "tapsMaxPasses",
      "traceContext",
      "trace",
    ],
    advice:
      'Send commands as for POST /v2/commands/submit-and-wait: {"actAs": ["alice::1220…"], "commands": [{"CreateCommand": {…}}]}.',
  },
  {
    method: "post",
    path: "/search/contracts",
    fields: [...searchFields, "role", "state"],
    advice: 'Send {"text": "usd", "limit": 100}; {} returns the newest contracts.',
  },
  {
    method: "post",
    path: "/search/updates",
    fields: [...searchFields, "kind", "begin"],
    advice: 'Send {"text": "transfer", "limit": 100}; {} returns the newest updates.',
  },
  { method: "get", path: "/faults", advice: "Call GET /faults." },
  {
    method: "post",
    path: "/faults",
    fields: ["faults"],
    advice:
      'Send {"faults": [{"when": {"operation": "submitAndWait", "nth": 1}, "then": {"refuse": "SERVICE_NOT_RUNNING"}}]}; {"faults": []} removes all.',
  },
  { method: "post", path: "/faults/restart", fields: [], advice: "Send no body." },
  { method: "delete", path: "/faults", fields: [], advice: "Send no body." },
];

/** Returns the route of a request; undefined if there is none. */
export const findControlRoute = (method: string, path: string): ControlRoute | undefined => {
  const segments = path
    .replace(/(?<=.)\/$/, "")
    .toLowerCase()
    .split("/");
  return controlApiRoutes.find((route) => {
    const parts = route.path.split("/");
    return (
      route.method === method.toLowerCase() &&
      parts.length === segments.length &&
      parts.every((part, at) => part.startsWith("{") || part === segments[at])
    );
  });
};
