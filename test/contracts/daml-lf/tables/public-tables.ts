import { argumentsTable, choiceArgumentsTable } from "./arguments-table.ts";
import { authorizationTable } from "./authorization-table.ts";
import { builtinsTable } from "./builtins-table.ts";
import { commandsTable } from "./commands-table.ts";
import { contractStateTable } from "./contract-state-table.ts";
import { decodingTable } from "./decoding-table.ts";
import { evaluationOrderTable } from "./evaluation-order-table.ts";
import { exceptionsTable } from "./exceptions-table.ts";
import { interfacesTable } from "./interfaces-table.ts";
import { keysTable } from "./keys-table.ts";
import { matrixTable } from "./matrix-table.ts";
import { numericsTable } from "./numerics-table.ts";
import { orderTable } from "./order-table.ts";
import { collisionTable, serializabilityTable } from "./package-tables.ts";
import { propagationTable } from "./propagation-table.ts";
import type { PublicTable } from "./public-table.ts";
import { referencesTable } from "./references-table.ts";
import {
  ledgerTimeTable,
  normalizationTable,
  rollbackTable,
  scopesTable,
} from "./rollback-tables.ts";
import { textTable } from "./text-table.ts";
import { timeTable } from "./time-table.ts";
import { translationTable } from "./translation-table.ts";
import { typingTable } from "./typing-table.ts";
import type { UpdateTable } from "./update-table.ts";
import { upgradesTable } from "./upgrades-table.ts";
import type { ValueTable } from "./value-table.ts";

/** Tables of expressions and functions with their results. */
export const valueTables: readonly ValueTable[] = [
  builtinsTable,
  numericsTable,
  textTable,
  timeTable,
  orderTable,
  normalizationTable,
  scopesTable,
  ledgerTimeTable,
  contractStateTable,
  serializabilityTable,
  collisionTable,
  typingTable,
  translationTable,
  argumentsTable,
  choiceArgumentsTable,
  commandsTable,
  decodingTable,
  referencesTable,
];

/** Tables of updates with their outcomes. */
export const updateTables: readonly UpdateTable[] = [
  exceptionsTable,
  evaluationOrderTable,
  authorizationTable,
  propagationTable,
  rollbackTable,
  interfacesTable,
  keysTable,
  upgradesTable,
  matrixTable,
];

export const publicTables: readonly PublicTable[] = [...valueTables, ...updateTables];

/** Test suites in daml-lf.md 23 that have no table here, and the reason. */
export const suitesWithoutTable: readonly (readonly [suite: string, why: string])[] = [
  [
    "encoder/src/test/lf",
    "texts in a special notation; instead, the packages that our tables use are encoded and decoded in every version of the format",
  ],
  [
    "engine/…/engine/refinement/ReplayCommandPreprocessorSpec",
    "this ledger does not replay transactions of other participants",
  ],
  [
    "interpreter/…/crypto/SValueHashSpec, transaction-tests/…/crypto/NodeHashV1Spec",
    "golden hashes rather than rows: `test/contracts/transaction/contract-hash.spec.ts`, `test/operations/interactive/hash/golden-hashes.spec.ts`",
  ],
  [
    "transaction-tests/…/transaction/TransactionCoderSpec, …/value/ValueCoderSpec",
    "properties of random transactions, in a format that this ledger does not write",
  ],
  [
    "interpreter/…/speedy/LimitsSpec, CostModelTest, engine/…/engine/LargeTransactionTest",
    "limits, costs and loads of Canton's own engine, which clients cannot configure",
  ],
];
