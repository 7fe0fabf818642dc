import type { Ledger } from "../../lib/index.ts";
import type { LedgerWithInitialContent } from "./create-ledger-with-initial-content.ts";
import { formatCountWithNoun } from "./format-count.ts";
import { createExampleCurlRequests, type ServedLedgerSettings } from "./requests.ts";
import { type AuthSetting, defaultPort } from "./settings.ts";
import { signUserToken } from "./tokens.ts";

/**
 * Returns the text printed when the ledger is served: its URLs, its content and requests to try.
 */
export const formatStartupText = (
  served: ServedLedgerSettings,
  { loaded, newStore }: Pick<LedgerWithInitialContent, "loaded" | "newStore">,
): string => {
  const { ledger, baseUrl, auth } = served;
  const place = newStore === undefined ? "" : ` into a new ledger in ${newStore}`;
  return [
    `A ledger in a box, API ${ledger.config.version}`,
    "",
    `  Ledger API     ${baseUrl}   (paths /v2/…)`,
    `  Coin history   ${baseUrl}   (path /v0/transactions)`,
    `  Reference      ${baseUrl}/docs`,
    `  Explorer       ${explorerLink(served)}`,
    ...controlLines(served),
    `  Authorization  ${describeAuthorization(auth)}`,
    "",
    `Loaded ${loaded.join(" and ")}${place}: ${formatLedgerContent(ledger)}.`,
    "",
    ...formatParties(ledger),
    "",
    ...formatUsers(served),
    "",
    ...createExampleCurlRequests(served).flatMap(({ title, command }) => [
      `# ${title}`,
      command,
      "",
    ]),
    "Stop it with Ctrl-C.",
    "",
  ].join("\n");
};

const controlLines = (served: ServedLedgerSettings): readonly string[] => {
  const { baseUrl, control } = served;
  switch (control.kind) {
    case "off":
      return [];
    case "open":
      return [`  Control        ${baseUrl}/control   (for every program on this machine)`];
    case "secret":
      return [
        `  Control        ${baseUrl}/control   (with Authorization: Bearer ${control.secret})`,
        `  Reset          ledger-in-a-box reset${portOption(served)}`,
      ];
  }
};

/**
 * Returns the link to the explorer. Tokens follow the #, because browsers do not send that part of
 * a URL.
 */
const explorerLink = (served: ServedLedgerSettings): string => {
  const { baseUrl, auth, control } = served;
  const token = auth.kind === "secret" ? signUserToken(served, "participant_admin") : undefined;
  const given = new URLSearchParams({
    ...(token === undefined ? {} : { token }),
    ...(control.kind === "secret" ? { control: control.secret } : {}),
  }).toString();
  return `${baseUrl}/${given === "" ? "" : `#${given}`}`;
};

const describeAuthorization = (auth: AuthSetting): string => {
  switch (auth.kind) {
    case "disabled":
      return "disabled: everyone has all rights";
    case "secret":
      return `tokens signed with HS256 and the secret ${auth.secret}`;
    case "publicKey":
      return "tokens signed with the private key; set TOKEN for the requests below";
  }
};

const formatLedgerContent = ({ state }: Ledger): string => {
  return [
    activityText(state),
    formatCountWithNoun(state.active.all.size, "active contract"),
    `${formatCountWithNoun(state.history.size, "record")} of coin history`,
  ].join(", ");
};

/**
 * Counts updates and completions. Entries that were evicted from memory are not read only to be
 * counted.
 */
const activityText = ({ log, evicted }: Ledger["state"]): string => {
  if (evicted !== undefined) return `${log.size} updates and completions`;
  const updates = [...log.values()].filter(({ update }) => update?.kind === "transaction");
  return formatCountWithNoun(updates.length, "transaction");
};

/** Maximum number of parties and users listed; fixtures may contain thousands. */
const maxListed = 20;

const formatParties = ({ state }: Ledger): readonly string[] => [
  "Parties:",
  ...formatList([...state.parties.keys()], (party) => `  ${party}`),
];

const formatUsers = (served: ServedLedgerSettings): readonly string[] => {
  const ids = [...served.ledger.state.users.keys()];
  if (served.auth.kind !== "secret") return [`Users: ${ids.slice(0, maxListed).join(", ")}`];
  const width = Math.max(...ids.slice(0, maxListed).map(({ length }) => length));
  return [
    `Users and their tokens (ledger-in-a-box token <user>${portOption(served)} prints others):`,
    ...formatList(ids, (id) => `  ${id.padEnd(width)}  ${signUserToken(served, id) ?? ""}`),
  ];
};

/** The command `token` finds the secret of a server on another port by this option. */
const portOption = ({ baseUrl }: ServedLedgerSettings): string => {
  const { port } = new URL(baseUrl);
  return port === String(defaultPort) ? "" : ` --port ${port}`;
};

const formatList = (
  all: readonly string[],
  lineOf: (item: string) => string,
): readonly string[] => [
  ...all.slice(0, maxListed).map(lineOf),
  ...(all.length > maxListed ? [`  … and ${all.length - maxListed} more`] : []),
];
