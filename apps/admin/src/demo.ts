export const demoFixtures = (): object => ({
  users: [
    {
      key: 'demo',
      name: 'Demo',
      tokens: [
        { key: 'everything', permissions: ['read', 'update', 'delete'] },
        { key: 'read-only', permissions: ['read'] },
      ],
    },
  ],
});
