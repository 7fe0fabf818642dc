import { isLedgerError } from "../../../lib/index.ts";
import type { Transaction } from "../../../lib/store.ts";
import { comparable, vectorForm } from "./vector-form.ts";
import type { VectorError, VectorOutcome } from "./vector-rows.ts";

/** Returns the difference from the recorded outcome, or undefined if there is none. */
export const differenceFrom = (
  expected: VectorOutcome,
  run: () => Transaction,
): string | undefined => {
  let transaction: Transaction;
  try {
    transaction = run();
  } catch (error) {
    if (!isLedgerError(error)) throw error;
    const { code, cause } = error.details;
    return expected.error === undefined
      ? `fails: ${code} ${cause}`
      : differentFailure(expected.error, { code, cause });
  }
  if (expected.transaction === undefined) return `does not fail, with ${expected.error?.class}`;
  const ours = linesOf(comparable(vectorForm(transaction)));
  const theirs = linesOf(comparable(expected.transaction));
  const first = theirs.findIndex((line, index) => line !== ours[index]);
  if (first === -1 && ours.length === theirs.length) return undefined;
  return `has ${ours[first]} in place of ${theirs[first]}`;
};

const linesOf = (value: unknown): readonly string[] => JSON.stringify(value, null, 1).split("\n");

const differentFailure = (
  expected: VectorError,
  { code, cause }: { readonly code: string; readonly cause: string },
): string | undefined => {
  const wanted = codes.get(expected.class);
  if (code !== wanted) return `fails with ${code} in place of ${expected.class}`;
  if (expected.message === undefined || expected.message === cause) return undefined;
  return `says ${cause} in place of ${expected.message}`;
};

/** Our error codes, by the reference engine's name of the error. */
const codes: ReadonlyMap<string, string> = new Map([
  ["ContractIdInContractKey", "CONTRACT_ID_IN_CONTRACT_KEY"],
  ["ContractKeyNotFound", "CONTRACT_KEY_NOT_FOUND"],
  ["ContractNotActive", "CONTRACT_NOT_ACTIVE"],
  ["ContractNotFound", "CONTRACT_NOT_FOUND"],
  ["CreateEmptyContractKeyMaintainers", "CREATE_EMPTY_CONTRACT_KEY_MAINTAINERS"],
  ["EffectfulRollback", "DAML_EFFECTFUL_ROLLBACK_ERROR"],
  ["FailedAuthorization", "DAML_AUTHORIZATION_ERROR"],
  ["FailureStatus", "DAML_FAILURE"],
  ["FetchEmptyContractKeyMaintainers", "FETCH_EMPTY_CONTRACT_KEY_MAINTAINERS"],
  ["Internal", "LEDGER_API_INTERNAL_ERROR"],
  ["TemplatePreconditionViolated", "TEMPLATE_PRECONDITION_VIOLATED"],
  ["TranslationFailed", "INTERPRETATION_UPGRADE_ERROR_TRANSLATION_FAILED"],
  ["UserError", "INTERPRETATION_USER_ERROR"],
  ["ValidationFailed", "INTERPRETATION_UPGRADE_ERROR_VALIDATION_FAILED"],
]);
