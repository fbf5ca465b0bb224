package io.evenkeel.core.port;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ForwardedManagerTest {
  @Test
  void everyCall_isTheOthers() throws ReflectiveOperationException {
    List<String> called = new ArrayList<>();
    ManagerApi other =
        (ManagerApi)
            Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ManagerApi.class},
                (proxy, method, args) -> {
                  called.add(method.getName());
                  return method.getReturnType() == boolean.class ? Boolean.FALSE : null;
                });
    ForwardedManager forwarded = new ForwardedManager(other) {};
    List<String> expected = new ArrayList<>();
    for (Method method : ManagerApi.class.getDeclaredMethods()) {
      if (method.isSynthetic()) {
        continue;
      }
      expected.add(method.getName());
      Object[] args = new Object[method.getParameterCount()];
      for (int i = 0; i < args.length; i++) {
        args[i] = method.getParameterTypes()[i] == int.class ? 1 : null;
      }
      method.invoke(forwarded, args);
    }
    assertThat(called).isEqualTo(expected).hasSizeGreaterThan(10);
  }
}
