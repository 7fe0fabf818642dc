import type { DamlFailure } from "../../base/errors/daml-failure.ts";
import { damlFailureText } from "../../base/errors/daml-failure-text.ts";

/** Returns the place of a failure as text, without the traces, which the outcome has. */
export const damlText = (daml: DamlFailure): string => damlFailureText({ ...daml, traces: [] });
