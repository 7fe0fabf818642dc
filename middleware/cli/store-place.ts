/** Whether what a ledger is kept in is named as a database, and not as a folder. */
export const isDatabase = (place: string): boolean => /^postgres(?:ql)?:/u.test(place);

/** As it may be shown: without a password. */
export const shownPlace = (place: string): string => {
  if (!isDatabase(place) || !URL.canParse(place)) return place;
  const url = new URL(place);
  if (url.password !== "") url.password = "***";
  if (url.searchParams.has("password")) url.searchParams.set("password", "***");
  return url.href;
};
