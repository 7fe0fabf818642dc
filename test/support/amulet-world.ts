import { allocateParty } from "../../lib/admin/allocate-party.ts";
import { trustedCaller } from "../../lib/authorization/caller.ts";
import type { Command } from "../../lib/commands/submit.ts";
import { createLedger } from "../../lib/create-ledger.ts";
import type { TransactionJson } from "../../lib/envelope/transaction-json.ts";
import type { Ledger } from "../../lib/ledger.ts";
import type { Package } from "../../lib/packages/package.ts";
import { eventsByContractId } from "../../lib/queries/events-by-contract-id.ts";
import {
  AmuletSteps,
  createdIn,
  creating,
  partyHints,
  type Parties,
  type Step,
} from "./amulet-steps.ts";
import {
  amuletRules,
  externalRulesTemplate,
  rulesTemplate,
  startTime,
  type Fees,
} from "./amulet-terms.ts";

/** A ledger in this process that runs the real Amulet package: what benches measure. */
export class AmuletWorld extends AmuletSteps {
  readonly ledger: Ledger;

  private constructor(ledger: Ledger, parties: Parties) {
    super(parties);
    this.ledger = ledger;
  }

  /** With its rules, and with mining rounds open. */
  static async bootstrap(packages: readonly Package[], fees: Fees): Promise<AmuletWorld> {
    const ledger = await createLedger({ packages, seed: 1, clock: { freeze: startTime } });
    const world = new AmuletWorld(ledger, await allocateAll(ledger));
    const { dso } = world.parties;
    const rules = await world.submit(creating([dso], rulesTemplate, amuletRules(dso, fees)));
    const external = await world.submit(creating([dso], externalRulesTemplate, { dso }));
    world.rules = createdIn(rules, "AmuletRules")[0]?.contractId ?? "";
    world.externalRules = createdIn(external, "ExternalPartyAmuletRules")[0]?.contractId ?? "";
    world.rounds = createdIn(await world.submit(world.bootstrapRounds()), "OpenMiningRound");
    return world;
  }

  async submit({ actAs, readAs = [], commands, disclose = [] }: Step): Promise<TransactionJson> {
    const { transaction } = await this.ledger.submit({
      actAs,
      readAs,
      // Steps have the commands of the API.
      commands: commands as readonly Command[],
      disclosedContracts: disclose.map((contractId) => this.disclosed(contractId)),
    });
    return transaction;
  }

  /** A contract as it is handed to who cannot see it. */
  disclosed(contractId: string): { readonly createdEventBlob: string } {
    const filter = { WildcardFilter: { value: { includeCreatedEventBlob: true } } };
    const { created } = eventsByContractId(
      this.ledger,
      {
        contractId,
        eventFormat: { filtersForAnyParty: { cumulative: [{ identifierFilter: filter }] } },
      },
      trustedCaller,
    );
    return { createdEventBlob: created.createdEvent.createdEventBlob };
  }
}

const allocateAll = async (ledger: Ledger): Promise<Parties> => {
  const entries: (readonly [string, string])[] = [];
  for (const partyIdHint of partyHints) {
    const { partyDetails } = await allocateParty(ledger, { partyIdHint });
    entries.push([partyIdHint, partyDetails.party]);
  }
  return Object.fromEntries(entries) as Parties;
};
