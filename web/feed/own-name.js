const KEY = "refreshd name";

/** The reader's name, kept in this browser; a browser that keeps nothing only forgets it. */
export const ownName = {
  load() {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return "";
    }
  },
  save(name) {
    try {
      if (name) localStorage.setItem(KEY, name);
      else localStorage.removeItem(KEY);
    } catch {
      // Nothing is kept here; the name still counts until the page is left.
    }
  },
};
