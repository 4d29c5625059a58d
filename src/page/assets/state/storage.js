// What the browser keeps for the page: `localStorage` for all windows, `sessionStorage` for each.

/** Where all windows have what a person has chosen for good. */
export const OPTIONS = "tengen-options";

/** What a storage of the window has under a key. Where a browser allows no storage, even its name cannot be read. */
export function read(storage, key) {
  try { return JSON.parse(window[storage].getItem(key)); } catch { return null; }
}

/** Keeps a text, a value as JSON, under a key. Whether there was room: where a browser allows no storage there is none to be full. */
export function write(storage, key, text) {
  try {
    window[storage].setItem(key, text);
    return true;
  } catch (fault) {
    // A reload starts from the address.
    try { window[storage].removeItem(key); } catch { /* none at all */ }
    return fault.name !== "QuotaExceededError";
  }
}
