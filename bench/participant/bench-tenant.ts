import { randomBytes } from "node:crypto";

import type { ParticipantClient } from "./client.ts";

/**
 * A client of a participant that others use too. It has its own parties and contracts of the built-in
 * package, and archives all contracts in the end. The parties remain, because a participant cannot delete
 * them.
 */
export interface BenchTenant {
  /** Submits a create, and returns the contract id. */
  readonly create: () => Promise<string>;
  /** Submits an archive of the contract. */
  readonly archive: (contractId: string) => Promise<void>;
  /** Creates contracts in one transaction. */
  readonly createMany: (count: number) => Promise<void>;
  /** Returns the number of visible contracts. */
  readonly countActive: () => Promise<number>;
  /** Archives the remaining contracts in one transaction. */
  readonly archiveAll: () => Promise<void>;
  /** Archives the remaining contracts, and revokes the rights that were granted to the token's user. */
  readonly leave: () => Promise<void>;
}

const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

interface CreatedEventItem {
  readonly CreatedEvent?: { readonly contractId: string };
}

interface ActiveContract {
  readonly contractEntry: {
    readonly JsActiveContract?: { readonly createdEvent: { readonly contractId: string } };
  };
}

export const createTenant = async (
  client: ParticipantClient,
  hasToken: boolean,
): Promise<BenchTenant> => {
  const name = `bench-${randomBytes(6).toString("hex")}`;
  const allocate = async (role: string): Promise<string> => {
    const { partyDetails } = await client.post<{ partyDetails: { party: string } }>("/v2/parties", {
      partyIdHint: `${name}-${role}`,
      identityProviderId: "",
    });
    return partyDetails.party;
  };
  const initiator = await allocate("initiator");
  const responder = await allocate("responder");
  const user = hasToken ? await fetchUserId(client) : undefined;
  const rights = [{ kind: { CanActAs: { value: { party: initiator } } } }];
  const grant = { userId: user ?? "", identityProviderId: "", rights };
  const rightsPath = `/v2/users/${encodeURIComponent(user ?? "")}/rights`;
  if (user !== undefined) await client.post(rightsPath, grant);

  let sequence = 0;
  const submit = async (commands: readonly object[]): Promise<readonly CreatedEventItem[]> => {
    const path = "/v2/commands/submit-and-wait-for-transaction";
    const commandId = `${name}-${++sequence}`;
    const about = { userId: user ?? name, commandId, actAs: [initiator], readAs: [] };
    const { transaction } = await client.post<{
      transaction: { events: readonly CreatedEventItem[] };
    }>(path, {
      commands: { commands, ...about },
    });
    return transaction.events;
  };
  const createCommand = (): object => {
    const createArguments = { id: `${name}-${sequence}`, initiator, responder };
    return { CreateCommand: { templateId, createArguments } };
  };
  const archiveCommand = (contractId: string): object => ({
    ExerciseCommand: { templateId, contractId, choice: "Archive", choiceArgument: {} },
  });

  const active = async (): Promise<readonly string[]> => {
    const { offset } = await client.get<{ offset: number }>("/v2/state/ledger-end");
    const value = { includeCreatedEventBlob: false };
    const cumulative = [{ identifierFilter: { WildcardFilter: { value } } }];
    const all = await client.post<readonly ActiveContract[]>("/v2/state/active-contracts", {
      activeAtOffset: offset,
      eventFormat: { filtersByParty: { [initiator]: { cumulative } }, verbose: false },
    });
    return all.flatMap(({ contractEntry: { JsActiveContract: found } }) =>
      found === undefined ? [] : [found.createdEvent.contractId],
    );
  };

  const archiveAll = async (): Promise<void> => {
    const left = await active();
    if (left.length > 0) await submit(left.map(archiveCommand));
  };

  return {
    create: async () => {
      const events = await submit([createCommand()]);
      const [contractId] = events.flatMap((event) => event.CreatedEvent?.contractId ?? []);
      if (contractId === undefined) throw new RangeError("A create command has created nothing");
      return contractId;
    },
    archive: async (contractId) => {
      await submit([archiveCommand(contractId)]);
    },
    createMany: async (count) => {
      await submit(Array.from({ length: count }, createCommand));
    },
    countActive: async () => (await active()).length,
    archiveAll,
    leave: async () => {
      await archiveAll();
      if (user !== undefined) await client.patch(rightsPath, grant);
    },
  };
};

const fetchUserId = async (client: ParticipantClient): Promise<string> => {
  const { user } = await client.get<{ user: { id: string } }>("/v2/authenticated-user");
  return user.id;
};
