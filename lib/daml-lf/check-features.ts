import type { Expr, LfModule, LfPackage } from "./ast.ts";
import { invalidPackage } from "./validation-error.ts";

/** Checks what a package's signatures use against its language version (daml-lf.md 4). */
export const checkFeatures = (lfPackage: LfPackage): void => {
  checkMetadata(lfPackage);
  if (hasKeys(lfPackage.languageVersion)) return;
  for (const module of lfPackage.modules.values())
    for (const { name, key } of module.templates.values())
      if (key !== undefined) throw tooEarly(module, name, "contract keys", lfPackage);
};

/** Checks one expression, not those inside it, against the language version. */
export const checkFeature = (expr: Expr, languageVersion: string): void => {
  const refuse = (feature: string): never => {
    throw invalidPackage(`it uses ${feature}, which Daml-LF ${languageVersion} does not have`);
  };
  const { kind } = expr;
  if (kind === "unsafeFromInterface" || kind === "unsafeFromRequiredInterface") {
    if (languageVersion !== "2.1") refuse("unsafe conversions from interfaces");
  } else if (kind === "update") {
    if (isByKey(expr.update.kind) && !hasKeys(languageVersion)) refuse("contract keys");
  } else if (kind === "builtin") {
    if (expr.id === 73 && !hasKeys(languageVersion)) refuse("the validation of secp256k1 keys");
  } else if (kind === "experimental" && languageVersion !== "2.dev")
    refuse("experimental builtins");
};

const isByKey = (kind: string): boolean =>
  kind === "fetchByKey" || kind === "queryByKey" || kind === "exerciseByKey";

/** Contract keys came with 2.3. */
const hasKeys = (languageVersion: string): boolean =>
  languageVersion !== "2.1" && languageVersion !== "2.2";

const namePattern = /^[A-Za-z0-9_-]+$/u;
const versionPattern = /^(?:0|[1-9]\d{0,9})(?:\.(?:0|[1-9]\d{0,9}))*$/u;

const checkMetadata = ({ name, version }: LfPackage): void => {
  if (!namePattern.test(name))
    throw invalidPackage(`${JSON.stringify(name)} is no package name of letters, digits, - and _`);
  if (!versionPattern.test(version))
    throw invalidPackage(`${JSON.stringify(version)} is no version such as 1.0.0`);
};

const tooEarly = (module: LfModule, name: string, feature: string, lfPackage: LfPackage) =>
  invalidPackage(
    `${module.name}:${name} uses ${feature}, which Daml-LF ${lfPackage.languageVersion} does not have`,
  );
