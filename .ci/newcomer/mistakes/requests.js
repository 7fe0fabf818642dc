const create = (fields) => ({
  commands: [
    {
      CreateCommand: {
        templateId: "#iou:Iou:Iou",
        createArguments: {
          issuer: "alice",
          owner: "alice",
          currency: "EUR",
          amount: "1.0",
          observers: [],
        },
      },
    },
  ],
  commandId: "1",
  actAs: ["alice"],
  ...fields,
});

const submit = "/v2/commands/submit-and-wait";

/**
 * Requests to a ledger that was started with `--secret mine --audience me --control --control-secret
 * steer`: the request, its token (secret, user and claims), the expected status, and texts of the answer.
 * `bob::` in a request is replaced by the id of that party.
 */
export const mistakenRequests = [
  {
    title: "no token",
    path: "/v2/users",
    token: undefined,
    status: 401,
    says: [/Authorization: Bearer/],
  },
  {
    title: "a token signed with another secret",
    path: "/v2/users",
    token: ["other", "alice"],
    status: 401,
    says: [/signature|secret|key/i],
  },
  {
    title: "a text that is not a token after Bearer",
    path: "/v2/users",
    authorization: "Bearer hello",
    status: 401,
    says: [/hint/],
  },
  {
    title: "Basic instead of Bearer",
    path: "/v2/users",
    authorization: "Basic YTpi",
    status: 401,
    says: [/Bearer/],
  },
  {
    title: "an expired token",
    path: "/v2/users",
    token: ["mine", "alice", { expiresInSeconds: -60 }],
    status: 401,
    says: [/expired/],
  },
  {
    title: "a token for another audience",
    path: "/v2/users",
    token: ["mine", "alice", { audience: "you" }],
    status: 401,
    says: [/audience/, /\bme\b/],
  },
  {
    title: "a user that does not exist",
    path: "/v2/authenticated-user",
    token: ["mine", "alise"],
    status: 403,
    says: [/alise/],
  },
  {
    title: "a missing right",
    path: "/v2/users",
    status: 403,
    says: [/ParticipantAdmin|administrator/],
  },
  {
    title: "acting as a party without the right",
    path: submit,
    body: create({ actAs: ["bob::"] }),
    status: 403,
    says: [/bob/],
  },
  {
    title: "a party hint instead of a party id",
    path: submit,
    body: create(),
    says: [/alice::1220/],
    status: 404,
  },
  {
    title: "a path of API version 1",
    path: "/v1/create",
    body: {},
    status: 404,
    says: [/\/v1\/create/],
  },
  {
    title: "a misspelt path",
    path: "/v2/command/submit-and-wait",
    body: create(),
    status: 404,
    says: [/\/v2\/commands\/submit-and-wait/],
  },
  { title: "a method that the path does not support", path: submit, status: 405, says: [/POST/] },
  {
    title: "a body that is not JSON",
    path: submit,
    text: "{commands: []}",
    status: 400,
    says: [/JSON/],
  },
  {
    title: "a misspelt field",
    path: submit,
    body: { ...create(), actAs: undefined, actsAs: ["alice"] },
    status: 400,
    says: [/actAs/],
  },
  {
    title: "no activeAtOffset",
    path: "/v2/state/active-contracts",
    body: { eventFormat: { filtersForAnyParty: {} } },
    status: 400,
    says: [/activeAtOffset/],
  },
  { title: "no body", path: submit, text: "", status: 400, says: [/./] },
  {
    title: "a body that is not a DAR",
    path: "/v2/dars",
    token: ["mine", "participant_admin"],
    text: "hello",
    type: "application/octet-stream",
    status: 400,
    says: [/ZIP/],
  },
  {
    title: "a control request without the secret",
    path: "/control/clock",
    token: undefined,
    status: 401,
    says: [/Authorization: Bearer <secret>/],
  },
  {
    title: "a control request with a user's token",
    path: "/control/clock",
    status: 401,
    says: [/Bearer <secret>/],
  },
  {
    title: "a control path that does not exist",
    path: "/control/clocks",
    authorization: "Bearer steer",
    status: 404,
    says: [/GET \/clocks/],
  },
  {
    title: "a time in another format",
    path: "/control/clock",
    authorization: "Bearer steer",
    body: { time: "tomorrow" },
    status: 400,
    says: [/a time like 2024-02-29T12:00:00/],
  },
  {
    title: "an invalid fixture",
    path: "/control/fixtures",
    authorization: "Bearer steer",
    body: { steps: [{ partie: "x" }] },
    status: 400,
    says: [/partie;/, /parties/],
  },
  {
    title: "a snapshot that does not exist",
    path: "/control/snapshots/7/revert",
    authorization: "Bearer steer",
    body: {},
    status: 404,
    says: [/no snapshot 7/],
  },
  {
    title: "a page of coin history without a size",
    path: "/v0/transactions",
    token: undefined,
    body: {},
    status: 400,
    says: [/page_size/],
  },
];
