import { parse } from "yaml";

import { categoryByErrorCode, type ErrorCode } from "../lib/base/errors/catalogue.ts";
import { errorCategories } from "../lib/base/errors/categories.ts";
import { ledgerError } from "../lib/base/errors/ledger-error.ts";
import { httpStatus } from "../lib/views/envelope/error-body.ts";

/** The explanation of a code in `spec/errors.yaml`. */
export interface ErrorExplanation {
  readonly when: string;
  readonly then: string;
  /** The meaning of each key of the error's context. */
  readonly context?: Readonly<Record<string, string>>;
}

/** Parses the text of `spec/errors.yaml`; returns the explanations by code. */
export const readErrorExplanations = (yaml: string): ReadonlyMap<string, ErrorExplanation> =>
  new Map(Object.entries(parse(yaml) as Readonly<Record<string, ErrorExplanation>>));

/** All codes, in the order of the catalogue. */
export const errorCodes = Object.keys(categoryByErrorCode) as readonly ErrorCode[];

/** Returns the text of `docs/errors.md`: a section for each code. */
export const createErrorCodesPage = (explanations: ReadonlyMap<string, ErrorExplanation>): string =>
  [
    indexIntroduction,
    ...errorCodes.toSorted().flatMap((code) => {
      const explanation = explanations.get(code);
      return explanation === undefined ? [] : [formatCodeSection(code, explanation)];
    }),
  ].join("\n");

/** Returns the text of `spec/error-advice.json`: the advice for each code, used in hints. */
export const createErrorAdviceJson = (explanations: ReadonlyMap<string, ErrorExplanation>): string =>
  `${JSON.stringify(
    Object.fromEntries(Array.from(explanations, ([code, { then }]) => [code, then])),
    undefined,
    2,
  )}\n`;

const indexIntroduction = `# Error codes

All error codes in alphabetical order. The \`hint\` in an error body links to the section of its code. The fields of an error body are defined by \`JsCantonError\` in \`spec/ledger-api.yaml\`.

Generated from \`lib/base/errors/catalogue.ts\` and \`spec/errors.yaml\` by \`npm run errors\`; do not edit.
`;

const formatCodeSection = (code: ErrorCode, { when, then, context = {} }: ErrorExplanation): string => {
  const { number, grpcCode, retryable, redacted } = errorCategories[categoryByErrorCode[code]];
  return [
    `## ${code}`,
    "",
    when,
    "",
    `**What to do.** ${then}`,
    "",
    `- HTTP status ${findHttpStatus(code)}, gRPC code ${grpcCode}, category ${number} (\`${categoryByErrorCode[code]}\`)`,
    `- Retry: ${retryable ? "yes, after 1 second" : "only after a change"}`,
    ...(redacted ? ["- Clients receive no details: they see the code `NA`"] : []),
    ...Object.entries(context).map(([key, meaning]) => `- Context \`${key}\`: ${meaning}`),
    "",
  ].join("\n");
};

const findHttpStatus = (code: ErrorCode): number => httpStatus(ledgerError(code, { cause: "" }).details);
