import { createUser } from "../../lib/api.ts";
import type { Ledger } from "../../lib/index.ts";
import type { RecordedExchange, Recording } from "../../lib/recording/index.ts";

/**
 * Creates the users of a recording that the ledger does not have, with the rights that their calls
 * need.
 */
export const createReplayUsers = async (
  ledger: Ledger,
  { exchanges }: Recording,
): Promise<void> => {
  const users = new Set(exchanges.flatMap(({ user }) => user ?? []));
  for (const id of users) {
    if (ledger.state.users.get(id) !== undefined) continue;
    const own = exchanges.filter(({ user }) => user === id);
    const parties = new Set(own.flatMap((exchange) => findNamedParties(ledger, exchange)));
    await createUser(ledger, {
      user: { id, primaryParty: "", isDeactivated: false, identityProviderId: "" },
      rights: [
        ...[...parties].map((party) => ({ kind: { CanActAs: { value: { party } } } })),
        ...(own.some(isAdministrative) ? [{ kind: { ParticipantAdmin: { value: {} } } }] : []),
      ],
    });
  }
};

/** Returns the existing parties that an exchange names. */
const findNamedParties = ({ state }: Ledger, exchange: RecordedExchange): readonly string[] => {
  const sent =
    exchange.kind === "call"
      ? exchange.request
      : exchange.frames.filter(({ from }) => from === "client");
  const text = `${exchange.path} ${JSON.stringify(sent ?? "")}`;
  const named = text.match(/[^\s"'\\/]{1,185}::1220[0-9a-f]{64}/gu) ?? [];
  return named.filter((party) => state.parties.get(party) !== undefined);
};

const administrativePathPattern = /^\/v2\/(?:users|parties|idps|packages|dars|package-vetting)/u;

const isAdministrative = (exchange: RecordedExchange): boolean =>
  exchange.kind === "call" &&
  exchange.method !== "GET" &&
  administrativePathPattern.test(exchange.path);
