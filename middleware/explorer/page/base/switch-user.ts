import { changeUrlParameters } from "./address.ts";
import { requestExplorerData } from "./client.ts";
import { signIn } from "./ledger.ts";
import { adminToken, keepAdminToken, keepToken, token } from "./session.ts";

/** Signs in by a token. */
export const signInByToken = async (given: string): Promise<void> => {
  keepToken(given);
  // Another user may not read as the parties of the address.
  changeUrlParameters({ as: undefined });
  await signIn();
};

/** Signs an administrator in as another user, and keeps the administrator's token to come back. */
export const switchUser = async (userId: string): Promise<void> => {
  const path = `tokens/${encodeURIComponent(userId)}`;
  const made = (await requestExplorerData(path, { method: "POST" })) as { readonly token: string };
  keepAdminToken(token.peek());
  await signInByToken(made.token);
};

export const switchBackToAdmin = async (): Promise<void> => {
  const given = adminToken.peek();
  keepAdminToken("");
  await signInByToken(given);
};
