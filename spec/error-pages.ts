import { parse } from "yaml";

import { catalogue, type ErrorCode } from "../lib/base/errors/catalogue.ts";
import { categories } from "../lib/base/errors/categories.ts";
import { ledgerError } from "../lib/base/errors/ledger-error.ts";
import { httpStatus } from "../lib/views/envelope/error-body.ts";

/** The explanation of a code in `spec/errors.yaml`. */
export interface Explanation {
  readonly when: string;
  readonly then: string;
  /** The meaning of each key of the error's context. */
  readonly context?: Readonly<Record<string, string>>;
}

/** Parses the text of `spec/errors.yaml`; returns the explanations by code. */
export const readExplanations = (yaml: string): ReadonlyMap<string, Explanation> =>
  new Map(Object.entries(parse(yaml) as Readonly<Record<string, Explanation>>));

/** All codes, in the order of the catalogue. */
export const errorCodes = Object.keys(catalogue) as readonly ErrorCode[];

/** Returns the text of `docs/errors.md`: a section for each code. */
export const errorPage = (explanations: ReadonlyMap<string, Explanation>): string =>
  [
    introduction,
    ...errorCodes.toSorted().flatMap((code) => {
      const explanation = explanations.get(code);
      return explanation === undefined ? [] : [codeSection(code, explanation)];
    }),
  ].join("\n");

/** Returns the text of `spec/error-advice.json`: the advice for each code, used in hints. */
export const errorAdvice = (explanations: ReadonlyMap<string, Explanation>): string =>
  `${JSON.stringify(
    Object.fromEntries(Array.from(explanations, ([code, { then }]) => [code, then])),
    undefined,
    2,
  )}\n`;

const introduction = `# Error codes

All error codes in alphabetical order. The \`hint\` in an error body links to the section of its code. The fields of an error body are defined by \`JsCantonError\` in \`spec/ledger-api.yaml\`.

Generated from \`lib/base/errors/catalogue.ts\` and \`spec/errors.yaml\` by \`npm run errors\`; do not edit.
`;

const codeSection = (code: ErrorCode, { when, then, context = {} }: Explanation): string => {
  const { number, grpcCode, retryable, redacted } = categories[catalogue[code]];
  return [
    `## ${code}`,
    "",
    when,
    "",
    `**What to do.** ${then}`,
    "",
    `- HTTP status ${findHttpStatus(code)}, gRPC code ${grpcCode}, category ${number} (\`${catalogue[code]}\`)`,
    `- Retry: ${retryable ? "yes, after 1 second" : "only after a change"}`,
    ...(redacted ? ["- Clients receive no details: they see the code `NA`"] : []),
    ...Object.entries(context).map(([key, meaning]) => `- Context \`${key}\`: ${meaning}`),
    "",
  ].join("\n");
};

const findHttpStatus = (code: ErrorCode): number => httpStatus(ledgerError(code, { cause: "" }).details);
