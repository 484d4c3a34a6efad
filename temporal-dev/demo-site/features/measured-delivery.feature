@order @tracking
Feature: Measured delivery
  The shop learns which delivery buyers choose, once they have agreed to be counted.

  Scenario: The review is measured
    Given I am on "/order/review?basket=linen-throw.2"
    When I click the "Accept all" button
    Then the event "add_shipping_info" is sent
