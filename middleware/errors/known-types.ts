import type { Ledger } from "../../lib/index.ts";
import { findMostSimilarText, splitTypeId } from "../../lib/internal.ts";

/** Yields templates and interfaces as commands and filters name them. */
export function* listTemplateAndInterfaceNames({ state }: Ledger): Iterable<string> {
  for (const { name, templates, interfaces } of state.packages.packages()) {
    for (const entity of [...templates.keys(), ...interfaces.keys()]) yield `#${name}:${entity}`;
  }
}

/**
 * Returns the template or interface nearest to an unknown name: by edit distance, otherwise the
 * same name in another package, module or notation.
 */
export const suggestTemplateOrInterface = (text: string, ledger: Ledger): string | undefined => {
  // Versions of a package share most type names.
  const names = [...new Set(listTemplateAndInterfaceNames(ledger))];
  const normalized = `#${text.replace(/^#/, "").replaceAll(/:+|\//g, ":")}`;
  return (
    findTypeByPackageId(text, ledger) ??
    nearestInPackage(text, ledger) ??
    findMostSimilarText(text, names) ??
    (normalized === text ? undefined : findMostSimilarText(normalized, names)) ??
    findNearestByPart(normalized, names, removePackage) ??
    findNearestByPart(normalized, names, readEntityName)
  );
};

/**
 * Returns the package id nearest to a text: the newest package with that name (a version in the
 * text is ignored), an id that begins with the text, or the most similar id.
 */
export const suggestPackageId = (text: string, { state }: Ledger): string | undefined => {
  const name = text.replace(/^#/, "").replace(/-\d+(?:\.\d+)+$/, "");
  const [named] = state.packages.versions(name);
  if (named !== undefined) return named.packageId;
  const ids = Array.from(state.packages.packages(), ({ packageId }) => packageId);
  const withPrefix = text.length < 6 ? undefined : ids.find((id) => id.startsWith(text));
  return withPrefix ?? findMostSimilarText(text, ids);
};

/** Returns the type if the text has its package id after `#`, where only package names are valid. */
const findTypeByPackageId = (text: string, { state }: Ledger): string | undefined => {
  const [, packageId = "", qualifiedName = ""] = /^#([0-9a-f]{64}):(.*)$/s.exec(text) ?? [];
  const found = state.packages.get(packageId);
  return found !== undefined &&
    (found.templates.has(qualifiedName) || found.interfaces.has(qualifiedName))
    ? text.slice(1)
    : undefined;
};

/**
 * Returns the nearest type in a package named by id. The id is kept, because key prefetching
 * requires ids.
 */
const nearestInPackage = (text: string, { state }: Ledger): string | undefined => {
  const { packageId } = splitTypeId(text);
  const known = packageId.startsWith("#") ? undefined : state.packages.get(packageId);
  if (known === undefined) return undefined;
  const entities = [...known.templates.keys(), ...known.interfaces.keys()];
  const nearestEntity = findMostSimilarText(text.slice(packageId.length + 1), entities);
  return nearestEntity === undefined ? undefined : `${packageId}:${nearestEntity}`;
};

/** Returns a type named by package name with the package id instead. */
export const replacePackageNameWithId = (name: string, { state }: Ledger): string | undefined => {
  const { packageId, qualifiedName } = splitTypeId(name);
  const [newest] = packageId.startsWith("#") ? state.packages.versions(packageId.slice(1)) : [];
  return newest === undefined ? undefined : `${newest.packageId}:${qualifiedName}`;
};

/** Returns a type named by package id with the package name instead. */
export const replacePackageIdWithName = (name: string, { state }: Ledger): string | undefined => {
  const { packageId, qualifiedName } = splitTypeId(name);
  const named = state.packages.get(packageId);
  if (named === undefined) return undefined;
  const isKnown = named.templates.has(qualifiedName) || named.interfaces.has(qualifiedName);
  return isKnown ? `#${named.name}:${qualifiedName}` : undefined;
};

/** Returns the name whose part is nearest to the same part of the text. */
const findNearestByPart = (
  text: string,
  names: readonly string[],
  partOf: (name: string) => string,
): string | undefined => {
  const byPart = new Map(names.toReversed().map((name) => [partOf(name), name]));
  const part = partOf(text);
  return byPart.get(part) ?? byPart.get(findMostSimilarText(part, byPart.keys()) ?? "");
};

/** Returns `Module:Entity`; the whole name if it contains no package. */
const removePackage = (name: string): string =>
  /^#[^:]*:([^:]*:.*)/s.exec(name)?.[1] ?? name.slice(1);

const readEntityName = (name: string): string => name.slice(name.lastIndexOf(":") + 1);

/** Returns advice on an invalid form of type name. */
export const getTypeNameAdvice = (text: string): string | undefined =>
  text.includes("*")
    ? "Type names have no wildcards: name each type, or use WildcardFilter."
    : /^#[0-9a-f]{64}:/.test(text)
      ? "Write # before a package name, but not before a package id."
      : /^#[^:]*-\d+(?:\.\d+)+:/.test(text)
        ? "Write the package name without a version."
        : undefined;
