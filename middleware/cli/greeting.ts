import type { Ledger } from "../../lib/index.ts";
import { exampleRequests, type Served } from "./requests.ts";
import type { AuthSetting } from "./settings.ts";

/** What is printed once the ledger is served: where, what is on it, and what to try. */
export const greeting = (served: Served, loaded: readonly string[]): string => {
  const { ledger, baseUrl, auth, control } = served;
  return [
    `A ledger in a box, API ${ledger.config.version}`,
    "",
    `  Ledger API     ${baseUrl}   (paths /v2/…)`,
    `  Coin history   ${baseUrl}   (path /v0/transactions)`,
    ...(control ? [`  Control        ${baseUrl}/control`] : []),
    `  Authorization  ${authorization(auth)}`,
    "",
    `Loaded ${loaded.join(" and ")}: ${contents(ledger)}.`,
    "",
    ...parties(ledger),
    "",
    ...exampleRequests(served).flatMap(({ title, command }) => [`# ${title}`, command, ""]),
    "Stop it with Ctrl-C.",
    "",
  ].join("\n");
};

const authorization = (auth: AuthSetting): string => {
  switch (auth.kind) {
    case "disabled":
      return "disabled: everybody may do everything";
    case "secret":
      return `tokens signed with HS256 and the secret ${auth.secret}`;
    case "publicKey":
      return "tokens signed with the private key; put one into TOKEN for the requests below";
  }
};

const contents = ({ state }: Ledger): string => {
  const updates = [...state.log.values()].filter(({ update }) => update?.kind === "transaction");
  return [
    `${updates.length} transactions`,
    `${state.active.all.size} active contracts`,
    `${state.history.size} records of coin history`,
  ].join(", ");
};

const parties = ({ state }: Ledger): readonly string[] => {
  const known = [...state.parties.keys()].map((party) => `  ${party}`);
  const users = [...state.users.keys()].join(", ");
  return ["Parties:", ...known, `Users: ${users}`];
};
