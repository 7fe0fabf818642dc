import {
  onboardExternalParty,
  type SignedToExecute,
  signPrepared,
  type TestKeyPair,
  testKeyPair,
} from "../../fixtures/testing/index.ts";
import {
  executePrepared,
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
  type PrepareSubmissionResponse,
  prepareTransaction,
} from "../../lib/api.ts";
import {
  type Command,
  createLedger,
  type Ledger,
  type LedgerOptions,
  type PartyId,
} from "../../lib/index.ts";
import { iouPackage } from "./iou-package.ts";
import { valuesPackage } from "./values-package.ts";

/** A ledger with external parties, whose clock is frozen at noon. */
export interface SigningLedger {
  readonly ledger: Ledger;
  readonly alice: PartyId;
  readonly bob: PartyId;
  readonly aliceKey: TestKeyPair;
  readonly bobKey: TestKeyPair;
}

export const signingLedger = async (options: LedgerOptions = {}): Promise<SigningLedger> => {
  const ledger = await createLedger({
    packages: [iouPackage, valuesPackage],
    seed: 1,
    clock: { freeze: "2024-01-01T12:00:00Z" },
    ...options,
  });
  const [aliceKey, bobKey] = [testKeyPair("alice"), testKeyPair("bob")];
  const alice = await onboardExternalParty(ledger, "alice", aliceKey);
  const bob = await onboardExternalParty(ledger, "bob", bobKey);
  return { ledger, alice, bob, aliceKey, bobKey };
};

let last = 0;

/** Prepares one command of a party for the user `ann`, with a new command id by default. */
export const prepare = (
  ledger: Ledger,
  party: PartyId,
  command: Command,
  more: Readonly<Record<string, unknown>> = {},
): Promise<PrepareSubmissionResponse> =>
  prepareTransaction(ledger, {
    commands: [command],
    commandId: `signed-${++last}`,
    actAs: [party],
    userId: "ann",
    ...more,
  });

/** Returns the signed body that the user `ann` sends. */
export const signedBody = (
  prepared: PrepareSubmissionResponse,
  ...keys: readonly TestKeyPair[]
): SignedToExecute & { readonly userId: string } => ({
  ...signPrepared(prepared, ...keys),
  userId: "ann",
});

/** Prepares, signs and executes one command. */
export const signAndExecute = async (
  ledger: Ledger,
  { party, key }: { readonly party: PartyId; readonly key: TestKeyPair },
  command: Command,
) => {
  const prepared = await prepare(ledger, party, command);
  const body = signedBody(prepared, key);
  return { prepared, ...(await executePreparedAndWaitForTransaction(ledger, body)) };
};

/** The three operations that execute a prepared transaction. */
export const waysToExecute = [
  executePrepared,
  executePreparedAndWait,
  executePreparedAndWaitForTransaction,
] as const;
