(wish) => {
    let made = null;
    const subscription = {
        ...wish, options: { applicationServerKey: null }, toJSON: () => wish,
        unsubscribe: async () => { made = null; return true; },
    };
    PushManager.prototype.subscribe = async (options) => {
        if (options.applicationServerKey.length !== 65) throw new Error("no key of a server");
        return (made = subscription);
    };
    PushManager.prototype.getSubscription = async () => made;
}