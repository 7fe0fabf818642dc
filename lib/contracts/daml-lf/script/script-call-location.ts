import type { RuntimeValue } from "../runtime/runtime-value.ts";
import * as payload from "./payload.ts";

/** A position in Daml source; lines and columns start at 1. */
export interface ScriptCallLocation {
  /** The function that is called there. */
  readonly definition: string;
  /** The package as `name-version`. */
  readonly package: string;
  readonly module: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** Reads a pair of a name and a `DA.Stack.Types:SrcLoc` (daml-script.md 2.10). */
export const readScriptCallLocation = (frame: RuntimeValue): ScriptCallLocation => {
  const place = payload.readRequiredRecordField(frame, "_2");
  const text = (name: string) =>
    payload.readTextValue(payload.readRequiredRecordField(place, name));
  const number = (name: string) =>
    Number(payload.readIntValue(payload.readRequiredRecordField(place, name)));
  return {
    definition: payload.readTextValue(payload.readRequiredRecordField(frame, "_1")),
    package: text("srcLocPackage"),
    module: text("srcLocModule"),
    file: text("srcLocFile"),
    line: number("srcLocStartLine") + 1,
    column: number("srcLocStartCol") + 1,
  };
};
