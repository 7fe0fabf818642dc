import type { Ledger } from "../../lib/index.ts";
import { nearest, splitTypeId } from "../../lib/internal.ts";

/** Templates and interfaces, as commands and filters name them. */
export function* typeNames({ state }: Ledger): Iterable<string> {
  for (const { name, templates, interfaces } of state.packages.packages()) {
    for (const entity of [...templates.keys(), ...interfaces.keys()]) yield `#${name}:${entity}`;
  }
}

/**
 * The template or interface that was meant by a text that names none: the nearest, else one of the same name in
 * another package, module or notation.
 */
export const typeMeantBy = (text: string, ledger: Ledger): string | undefined => {
  // Versions of a package have most of them in common.
  const names = [...new Set(typeNames(ledger))];
  const tidy = `#${text.replace(/^#/, "").replaceAll(/:+|\//g, ":")}`;
  return (
    byPackageId(text, ledger) ??
    nearestInPackage(text, ledger) ??
    nearest(text, names) ??
    (tidy === text ? undefined : nearest(tidy, names)) ??
    like(tidy, names, withoutPackage) ??
    like(tidy, names, entityOf)
  );
};

/** The package that was meant where an id is wanted: by its name, its name and version, or the beginning of its id. */
export const packageIdMeantBy = (text: string, { state }: Ledger): string | undefined => {
  const name = text.replace(/^#/, "").replace(/-\d+(?:\.\d+)+$/, "");
  const [named] = state.packages.versions(name);
  if (named !== undefined) return named.packageId;
  const ids = Array.from(state.packages.packages(), ({ packageId }) => packageId);
  const begun = text.length < 6 ? undefined : ids.find((id) => id.startsWith(text));
  return begun ?? nearest(text, ids);
};

/** A package id stands without `#`. */
const byPackageId = (text: string, { state }: Ledger): string | undefined => {
  const [, packageId = "", qualifiedName = ""] = /^#([0-9a-f]{64}):(.*)$/s.exec(text) ?? [];
  const found = state.packages.get(packageId);
  return found !== undefined &&
    (found.templates.has(qualifiedName) || found.interfaces.has(qualifiedName))
    ? text.slice(1)
    : undefined;
};

/** Who names a package by its id may have to: keys are prefetched by ids alone. */
const nearestInPackage = (text: string, { state }: Ledger): string | undefined => {
  const { packageId } = splitTypeId(text);
  const known = packageId.startsWith("#") ? undefined : state.packages.get(packageId);
  if (known === undefined) return undefined;
  const entities = [...known.templates.keys(), ...known.interfaces.keys()];
  const meant = nearest(text.slice(packageId.length + 1), entities);
  return meant === undefined ? undefined : `${packageId}:${meant}`;
};

/** A type that is named by its package's name, by the id of that package. */
export const typeIdOf = (name: string, { state }: Ledger): string | undefined => {
  const { packageId, qualifiedName } = splitTypeId(name);
  const [newest] = packageId.startsWith("#") ? state.packages.versions(packageId.slice(1)) : [];
  return newest === undefined ? undefined : `${newest.packageId}:${qualifiedName}`;
};

/** A type that is named by the id of its package, by that package's name. */
export const typeNameOf = (name: string, { state }: Ledger): string | undefined => {
  const { packageId, qualifiedName } = splitTypeId(name);
  const named = state.packages.get(packageId);
  if (named === undefined) return undefined;
  const isThere = named.templates.has(qualifiedName) || named.interfaces.has(qualifiedName);
  return isThere ? `#${named.name}:${qualifiedName}` : undefined;
};

/** The name of which a part is nearest to the same part of the text. */
const like = (
  text: string,
  names: readonly string[],
  partOf: (name: string) => string,
): string | undefined => {
  const byPart = new Map(names.toReversed().map((name) => [partOf(name), name]));
  const part = partOf(text);
  return byPart.get(part) ?? byPart.get(nearest(part, byPart.keys()) ?? "");
};

/** `Module:Entity`; where there is no package, all that is there. */
const withoutPackage = (name: string): string =>
  /^#[^:]*:([^:]*:.*)/s.exec(name)?.[1] ?? name.slice(1);

const entityOf = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

/** What is to be known of a name of a type that is none. */
export const adviceOnType = (text: string): string | undefined =>
  text.includes("*")
    ? "There are no patterns of types: name each of them, or filter by WildcardFilter."
    : /^#[0-9a-f]{64}:/.test(text)
      ? "# stands before the name of a package; a package id stands without #."
      : /^#[^:]*-\d+(?:\.\d+)+:/.test(text)
        ? "The name of a package is without its version."
        : undefined;
