/** Returns true if the location of a store is a database URL, false for a folder. */
export const isDatabaseUrl = (place: string): boolean => /^postgres(?:ql)?:/u.test(place);

/** Returns a location without its password, for messages. */
export const removePasswordFromLocation = (place: string): string => {
  if (!isDatabaseUrl(place) || !URL.canParse(place)) return place;
  const url = new URL(place);
  if (url.password !== "") url.password = "***";
  if (url.searchParams.has("password")) url.searchParams.set("password", "***");
  return url.href;
};
