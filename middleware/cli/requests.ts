import type { Ledger } from "../../lib/index.ts";
import type { User } from "../../lib/store.ts";
import type { ControlApiAccessSetting } from "./settings.ts";
import { type AccessTokenSettings, signUserToken } from "./tokens.ts";

/** A request to paste into a shell. */
export interface ExampleRequestCommand {
  readonly title: string;
  readonly command: string;
}

export interface ServedLedgerSettings extends AccessTokenSettings {
  readonly ledger: Ledger;
  readonly baseUrl: string;
  readonly control: ControlApiAccessSetting;
}

/** Returns requests that work on the present ledger, with tokens if they are needed. */
export const createExampleCurlRequests = (
  served: ServedLedgerSettings,
): readonly ExampleRequestCommand[] => {
  const { ledger, baseUrl, control } = served;
  const actor = findActingUser(ledger);
  return [
    {
      title: "Version of the API",
      command: formatAuthorizedCurl(served, adminUserId, "/v2/version"),
    },
    { title: "Users", command: formatAuthorizedCurl(served, adminUserId, "/v2/users") },
    ...(actor === undefined ? [] : actorRequests(served, actor)),
    {
      title: "Latest coin transactions (Scan API); needs no token",
      command: formatCurl(`${baseUrl}/v0/transactions`, {
        body: { page_size: 5, sort_order: "desc" },
      }),
    },
    ...(control.kind === "off" ? [] : [clockRequest(baseUrl, control)]),
  ];
};

const clockRequest = (
  baseUrl: string,
  control: ControlApiAccessSetting,
): ExampleRequestCommand => ({
  title: "Time of the ledger",
  command: formatCurl(
    `${baseUrl}/control/clock`,
    control.kind === "secret" ? { token: control.secret } : {},
  ),
});

const adminUserId = "participant_admin";

interface ActingUser {
  readonly userId: string;
  readonly party: string;
}

/** Returns the first user that can act as a party. */
const findActingUser = ({ state }: Ledger): ActingUser | undefined => {
  for (const user of state.users.values()) {
    const party = findActedParty(user);
    if (party !== undefined) return { userId: user.id, party };
  }
  return undefined;
};

const findActedParty = ({ rights, primaryParty }: User): string | undefined => {
  const parties = [...rights.values()].flatMap((right) =>
    right.kind === "CanActAs" ? [right.party] : [],
  );
  return parties.includes(primaryParty) ? primaryParty : parties[0];
};

const actorRequests = (
  served: ServedLedgerSettings,
  { userId, party }: ActingUser,
): readonly ExampleRequestCommand[] => [
  {
    title: `Contracts that ${userId} sees`,
    command: formatAuthorizedCurl(served, userId, "/v2/state/active-contracts?limit=5", {
      activeAtOffset: served.ledger.state.ledgerEnd,
      eventFormat: { filtersByParty: { [party]: {} }, verbose: true },
    }),
  },
  {
    title: `${userId} creates a contract`,
    command: formatAuthorizedCurl(served, userId, "/v2/commands/submit-and-wait-for-transaction", {
      commands: {
        commandId: "my-first-command",
        userId,
        actAs: [party],
        commands: [
          {
            CreateCommand: {
              templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
              createArguments: { id: "hello", initiator: party, responder: party },
            },
          },
        ],
      },
    }),
  },
];

const formatAuthorizedCurl = (
  { baseUrl, ...terms }: ServedLedgerSettings,
  userId: string,
  path: string,
  body?: object,
): string => {
  const token = terms.auth.kind === "publicKey" ? "$TOKEN" : signUserToken(terms, userId);
  return formatCurl(baseUrl + path, {
    ...(token === undefined ? {} : { token }),
    ...(body === undefined ? {} : { body }),
  });
};

const formatCurl = (
  url: string,
  { token, body }: { readonly token?: string; readonly body?: object } = {},
): string =>
  [
    `curl -s ${quoteForShell(url)}`,
    // In double quotes, so that a shell variable would be expanded.
    ...(token === undefined ? [] : [`-H "Authorization: Bearer ${token}"`]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoteForShell(JSON.stringify(body))}`]),
  ].join(" ");

/** Quotes a text as one word of a POSIX shell. */
const quoteForShell = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
