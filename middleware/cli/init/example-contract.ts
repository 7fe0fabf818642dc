import { createDamlLoader } from "../../../fixtures/daml/index.ts";
import { type FixtureStep, loadFixture } from "../../../fixtures/index.ts";
import type { DataLookup } from "../../../lib/api.ts";
import type { CodegenInput } from "../../../lib/codegen/index.ts";
import { createLedger, isLedgerError, type Ledger } from "../../../lib/index.ts";
import { splitTypeId } from "../../../lib/internal.ts";
import { SampleArgumentFactory } from "./sample-argument.ts";

/** The `create` command of a fixture's step. */
export interface ExampleContract {
  /** Reference to the template, `#package:Module:Template`. */
  readonly template: string;
  readonly arguments: object;
}

const contractParties = ["alice", "bob"];

/** Steps of a fixture with the parties alice and bob, and the contract that both create. */
export const createExampleFixtureSteps = (
  contract: ExampleContract | undefined,
): readonly FixtureStep[] => [
  { parties: contractParties },
  ...(contract === undefined
    ? []
    : [{ submit: { as: contractParties, id: "first", create: contract } }]),
];

/**
 * Returns a contract that alice and bob can create together and that alice sees. Tries the
 * templates of the DARs in order, with invented arguments. Resolves to undefined if none succeeds.
 */
export const findExampleContract = async (
  dars: readonly Uint8Array[],
  input: CodegenInput,
): Promise<ExampleContract | undefined> => {
  const daml = createDamlLoader();
  const ledger = await createLedger({ daml, packages: dars.flatMap((dar) => daml.load(dar)) });
  try {
    for (const contract of generateSampleContracts(input)) {
      if (await canCreateContract(ledger, contract)) return contract;
    }
    return undefined;
  } finally {
    await ledger.close();
  }
};

/** Yields a contract of each template whose arguments can be invented. */
function* generateSampleContracts({ mains, packages }: CodegenInput): Generator<ExampleContract> {
  const byId = new Map([...packages, ...mains].map((each) => [each.packageId, each]));
  const lookup: DataLookup = (id) => {
    const { packageId, qualifiedName } = splitTypeId(id);
    return byId.get(packageId)?.dataTypes.get(qualifiedName);
  };
  for (const { name, templates } of mains) {
    for (const [qualifiedName, { payload }] of templates) {
      const sample = new SampleArgumentFactory(lookup, contractParties).createSample(payload);
      if (typeof sample !== "object" || sample === null) continue;
      yield { template: `#${name}:${qualifiedName}`, arguments: sample };
    }
  }
}

const canCreateContract = async (ledger: Ledger, contract: ExampleContract): Promise<boolean> => {
  const begin = ledger.snapshot();
  try {
    const { alice = "" } = await loadFixture(ledger, {
      steps: createExampleFixtureSteps(contract),
    });
    return ledger.contracts(contract.template, { as: alice }).length === 1;
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    return false;
  } finally {
    await ledger.revert(begin);
  }
};
