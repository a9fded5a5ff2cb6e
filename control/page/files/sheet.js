// What sheets that ask the program have in common: what went wrong stands in the
// sheet's note, and a token that is no longer valid closes it.

import { get } from "./dom.js";
import { t } from "./language.js";

// whyNot says why there is no answer.
export const whyNot = (failure) => (failure.status ? failure.message : t("The program doesn't answer."));

// asking returns {ask, tell} of a dialog whose note has the id `${id}-note`. ask(what)
// gives what that comes to, or null; an answer takes back what the note says of an
// earlier failure. tell(text) shows a text until another is told, "" none. leave(why)
// is called when the token is refused.
export function asking(id, leave) {
  let failed = false; // the note says what went wrong
  const tell = (text) => {
    failed = false;
    get(`${id}-note`).textContent = text;
    get(`${id}-note`).hidden = text === "";
  };
  const ask = async (what) => {
    try {
      const answer = await what();
      if (failed) tell("");
      return answer;
    } catch (failure) {
      if (failure.status === 401) {
        get(id).close();
        leave(t("That token is no longer valid. Use the address the program printed last."));
      } else {
        tell(whyNot(failure));
        failed = true;
      }
      return null;
    }
  };
  return { ask, tell };
}
