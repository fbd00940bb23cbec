export const words = {
  title: "Wall",
  what: "Each has a connection of its own. Pull one: all follow.",
  many: "How many",
  people: ["Anna", "Ben", "Chloe", "David", "Ella", "Finn", "Grace", "Hugo", "Iris"],
};
