import type { DamlFailure } from "../../base/errors/daml-failure.ts";
import { damlFailureText } from "../../base/errors/daml-failure-text.ts";

/** Returns the location of a failure as text, without the traces: the outcome contains them separately. */
export const formatDamlFailureLocation = (daml: DamlFailure): string =>
  damlFailureText({ ...daml, traces: [] });
